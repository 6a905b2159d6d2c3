//! Temporary profile.
#![allow(missing_docs, unused_results, clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery)]
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::Instant;
#[derive(Default, Debug)]
pub struct P { pub table: BTreeMap<(u8,u32),(u64,u64,u64,u64)>, stack: Vec<(Instant,u64)> }
thread_local!{ pub static T: RefCell<P> = RefCell::new(P::default()); }
pub fn call(k:(u8,u32)) { T.with(|t| t.borrow_mut().table.entry(k).or_default().0+=1) }
pub fn timed<R>(k:(u8,u32), f: impl FnOnce()->R) -> R {
    T.with(|t| t.borrow_mut().stack.push((Instant::now(),0)));
    let r=f();
    T.with(|t| { let mut t=t.borrow_mut(); if let Some((s,c))=t.stack.pop() { let e=s.elapsed().as_nanos() as u64; if let Some(l)=t.stack.last_mut(){ l.1+=e; } let x=t.table.entry(k).or_default(); x.1+=1; x.2+=e; x.3+=e.saturating_sub(c);} });
    r
}
pub fn dump(name: &dyn Fn(u8,u32)->String) { T.with(|t| { let t=t.borrow(); let mut v: Vec<_>=t.table.iter().collect(); v.sort_by_key(|(_,x)| std::cmp::Reverse(x.3)); for (k,x) in v.into_iter().take(60) { eprintln!("{:50} calls {:9} worked {:9} incl {:8.2} ms self {:8.2} ms", name(k.0,k.1), x.0, x.1, x.2 as f64/1e6, x.3 as f64/1e6);} }) }
