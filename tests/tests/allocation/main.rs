//! A choice of a place looks at many candidates and keeps the heap out of it: more candidates are no more allocations.

use warwright_ir::{ValidProgram, validate};
use warwright_runtime::{Fuel, Machine, Options, Request, Tells};
use warwright_tests::sources::{compile_system, lines};

/// A board on which one token is put, with a zone so deep; every candidate is asked about three others on the board.
fn program(deep: &str) -> ValidProgram {
    let text = format!(
        r#"system yard {{ measure in ; grain 0.05 mm ; dice d6 ; active acting ; sides Side }}
enum Side {{ front, left, right, rear }}
kind battle {{ state acting: player? = none }}
kind token is piece {{ profile base: footprint = 2" x 1" }}
tokens {{
  name | base
  Tile | default
}}
permission stand(a: token) {{
  require no b in tokens where b is not a and a overlaps b "no room"
  require distance(centre(a), (24", 24")) > 1" "the well is there"
  require not in_wedge((24", 24"), edge(a, front), 0 deg) "it looks at the well"
}}
procedure place_all(p: player) {{
  step each_token {{
    for each a in tokens of p {{
      if p.zone is some z {{
        p chooses spot: place for a in z facing 0 deg where may stand(a) "where {{a}} begins"
        if spot is some s {{ put a at s }}
      }}
    }}
  }}
}}
sequence {{
  setup {{ for each p in players {{ battle.acting = p ; place_all(p) }} }}
  round at most 1 {{ }}
  verdict at end of battle {{ else | draw "done" }}
}}
roster Tiles {{ 4 Tile }}
roster Bricks {{ 4 Tile }}
scenario Yard {{
  board 48" x 48"
  side South {{ deploy south_edge deep {deep} ends 14" ; roster Tiles }}
  side North {{ deploy north_edge deep 4" ; roster Bricks }}
}}
"#
    );
    let compilation = compile_system("yard", &[("systems/yard/yard.ww".to_owned(), text)]);
    assert!(compilation.diagnostics.is_empty(), "{}", lines(&compilation));
    validate(compilation.program.unwrap()).unwrap()
}

/// How many places are proposed to the last token of the first side, and how many allocations it takes to say so.
fn proposed(deep: &str) -> (usize, u64) {
    let program = program(deep);
    let machine = Machine::new(&program);
    let scenario = program.program().scenarios.ids().next().unwrap();
    let mut state = machine.start(scenario).unwrap();
    let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
    let mut last = (0, 0);
    for _ in 0..4 {
        let mut request = None;
        let used = allocation_counter::measure(|| {
            request = Some(machine.run(&mut state, &mut tells, &mut fuel).unwrap());
        });
        let Some(Request::Choose(choose)) = request else { panic!("a place is chosen") };
        let Options::Place { proposals, .. } = &choose.options else { panic!("{choose:?}") };
        last = (proposals.len(), used.count_total);
        let first = proposals.first().unwrap().to_vec();
        let answer = warwright_runtime::Answer::Values(first);
        machine.answer_choice(&mut state, &answer, &mut tells).unwrap();
    }
    last
}

#[test]
fn two_hundred_candidates_allocate_no_more_than_twenty() {
    let (few, allocations_of_few) = proposed("2\"");
    let (many, allocations_of_many) = proposed("5.5\"");
    assert!(few < 60 && many > 140, "{few} and {many} places are proposed");
    assert!(
        allocations_of_many <= allocations_of_few + 4,
        "{few} places: {allocations_of_few} allocations, {many}: {allocations_of_many}"
    );
}
