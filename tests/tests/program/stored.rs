//! Programs come back from JSON and YAML as they went. In YAML enums are maps of one key
//! (`serde_yaml::with::singleton_map_recursive`): as tags, which serde_yaml writes by itself, they cannot stand in each other.

use crate::sample::sample;
use warwright_ir::*;

#[test]
fn json_round_trips() {
    let text = serde_json::to_string_pretty(&sample()).unwrap();
    let back: Program = serde_json::from_str(&text).unwrap();
    assert_eq!(back, sample());
    assert!(validate(back).is_ok());
}

#[test]
fn yaml_round_trips_with_maps_for_enums() {
    let mut bytes = Vec::new();
    let mut out = serde_yaml::Serializer::new(&mut bytes);
    serde_yaml::with::singleton_map_recursive::serialize(&sample(), &mut out).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert!(!text.contains("!Const"), "enums are maps, not tags");
    let from = serde_yaml::Deserializer::from_str(&text);
    let back: Program = serde_yaml::with::singleton_map_recursive::deserialize(from).unwrap();
    assert_eq!(back, sample());
}
