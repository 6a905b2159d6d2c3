//! Where the command writes, and how it fails: the one place that prints.

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use std::io::{IsTerminal, Write};
use std::path::Path;

/// When colour is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Standard output and error, with or without colour. Held back in tests.
#[derive(Debug)]
pub struct Output {
    colour: bool,
    to: Sink,
    /// Why output was lost, if it was.
    lost: Option<std::io::Error>,
}

#[derive(Debug)]
enum Sink {
    Process { out: AutoStream<std::io::Stdout>, err: AutoStream<std::io::Stderr> },
    Memory { out: String, err: String },
}

/// How many columns a terminal has; none where a stream is none.
pub fn columns(stream: &impl IsTerminal) -> Option<usize> {
    size(stream).map(|(columns, _)| columns)
}

/// How many columns and rows a terminal has; none where a stream is none.
pub fn size(stream: &impl IsTerminal) -> Option<(usize, usize)> {
    let size = stream.is_terminal().then(terminal_size::terminal_size).flatten();
    size.map(|(columns, rows)| (usize::from(columns.0), usize::from(rows.0)))
}

impl Output {
    /// To the process' own streams.
    pub fn process(colour: Colour) -> Self {
        let on = match colour {
            Colour::Auto => {
                std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
            }
            Colour::Always => true,
            Colour::Never => false,
        };
        let choice = if on { ColorChoice::Always } else { ColorChoice::Never };
        let (out, err) = (
            AutoStream::new(std::io::stdout(), choice),
            AutoStream::new(std::io::stderr(), choice),
        );
        Self { colour: on, to: Sink::Process { out, err }, lost: None }
    }

    /// Into memory, without colour.
    pub fn memory() -> Self {
        let to = Sink::Memory { out: String::new(), err: String::new() };
        Self { colour: false, to, lost: None }
    }

    /// What was written into memory: output and errors.
    pub fn written(&self) -> (&str, &str) {
        match &self.to {
            Sink::Process { .. } => ("", ""),
            Sink::Memory { out, err } => (out, err),
        }
    }

    /// Whether colour is used.
    pub fn colour(&self) -> bool {
        self.colour
    }

    /// How many columns a line has, where it is a terminal.
    pub fn columns(&self) -> Option<usize> {
        match self.to {
            Sink::Process { .. } => columns(&std::io::stdout()),
            Sink::Memory { .. } => None,
        }
    }

    /// Whether it goes to the process' own streams.
    pub fn is_process(&self) -> bool {
        matches!(self.to, Sink::Process { .. })
    }

    /// A line of output.
    pub fn line(&mut self, line: &str) {
        self.text(line);
        self.text("\n");
    }

    /// Output as it is. What cannot be written is a failure of the command, which [`Output::ended`] tells.
    pub fn text(&mut self, text: &str) {
        match &mut self.to {
            Sink::Process { out, .. } => {
                if let Err(error) = out.write_all(text.as_bytes()) {
                    self.lost.get_or_insert(error);
                }
            }
            Sink::Memory { out, .. } => out.push_str(text),
        }
    }

    /// Says that all is written.
    ///
    /// # Errors
    ///
    /// When some of it could not be. A reader that has gone away (`| head`) is no failure of ours.
    pub fn ended(&mut self) -> Result<(), Failure> {
        if let Sink::Process { out, .. } = &mut self.to
            && let Err(error) = out.flush()
        {
            self.lost.get_or_insert(error);
        }
        match self.lost.take() {
            Some(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                Err(Failure::failed(format!("the output could not be written: {error}")))
            }
            _ => Ok(()),
        }
    }

    /// Text for people beside the output: diagnostics, questions, progress.
    pub fn note(&mut self, text: &str) {
        match &mut self.to {
            Sink::Process { err, .. } => drop(err.write_all(text.as_bytes())),
            Sink::Memory { err, .. } => err.push_str(text),
        }
    }
}

/// A path as a shell reads it as one word.
pub fn quoted(path: &Path) -> String {
    let shown = path.display().to_string();
    let plain = |sign: char| sign.is_alphanumeric() || "/._-+:@,".contains(sign);
    if shown.chars().all(plain) { shown } else { format!("'{}'", shown.replace('\'', "'\\''")) }
}

/// Why a command did not succeed, with its exit status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Errors were found and have been shown: status 1.
    Errors,
    /// The command could not do what was asked, for this reason: status 1.
    Failed(String),
    /// The command was used wrongly: status 2.
    Usage(String),
}

impl Failure {
    /// Used wrongly.
    pub fn usage(why: impl Into<String>) -> Self {
        Self::Usage(why.into())
    }

    /// Could not be done.
    pub fn failed(why: impl Into<String>) -> Self {
        Self::Failed(why.into())
    }

    /// The exit status.
    pub fn status(&self) -> u8 {
        match self {
            Self::Errors | Self::Failed(_) => 1,
            Self::Usage(_) => 2,
        }
    }

    /// What is printed.
    pub fn message(&self) -> Option<&str> {
        match self {
            Self::Errors => None,
            Self::Failed(why) | Self::Usage(why) => Some(why),
        }
    }
}
