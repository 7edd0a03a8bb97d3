//! The table of stub files. Written by `cargo xtask library`; do not edit.

use crate::index::StubFile;

pub(crate) static FUNCTIONS: [StubFile; 104] = [
    StubFile::new("abs", include_str!("../stubs/functions/abs.toml")),
    StubFile::new("alert", include_str!("../stubs/functions/alert.toml")),
    StubFile::new("all", include_str!("../stubs/functions/all.toml")),
    StubFile::new("annotate", include_str!("../stubs/functions/annotate.toml")),
    StubFile::new("any", include_str!("../stubs/functions/any.toml")),
    StubFile::new(
        "assert_type",
        include_str!("../stubs/functions/assert_type.toml"),
    ),
    StubFile::new(
        "binary_file",
        include_str!("../stubs/functions/binary_file.toml"),
    ),
    StubFile::new("break", include_str!("../stubs/functions/break.toml")),
    StubFile::new("call", include_str!("../stubs/functions/call.toml")),
    StubFile::new(
        "camelcase",
        include_str!("../stubs/functions/camelcase.toml"),
    ),
    StubFile::new(
        "capitalize",
        include_str!("../stubs/functions/capitalize.toml"),
    ),
    StubFile::new("ceiling", include_str!("../stubs/functions/ceiling.toml")),
    StubFile::new("chomp", include_str!("../stubs/functions/chomp.toml")),
    StubFile::new("chop", include_str!("../stubs/functions/chop.toml")),
    StubFile::new("compare", include_str!("../stubs/functions/compare.toml")),
    StubFile::new("contain", include_str!("../stubs/functions/contain.toml")),
    StubFile::new(
        "convert_to",
        include_str!("../stubs/functions/convert_to.toml"),
    ),
    StubFile::new(
        "create_resources",
        include_str!("../stubs/functions/create_resources.toml"),
    ),
    StubFile::new("crit", include_str!("../stubs/functions/crit.toml")),
    StubFile::new("debug", include_str!("../stubs/functions/debug.toml")),
    StubFile::new("defined", include_str!("../stubs/functions/defined.toml")),
    StubFile::new("dig", include_str!("../stubs/functions/dig.toml")),
    StubFile::new("digest", include_str!("../stubs/functions/digest.toml")),
    StubFile::new("downcase", include_str!("../stubs/functions/downcase.toml")),
    StubFile::new("each", include_str!("../stubs/functions/each.toml")),
    StubFile::new("emerg", include_str!("../stubs/functions/emerg.toml")),
    StubFile::new("empty", include_str!("../stubs/functions/empty.toml")),
    StubFile::new("epp", include_str!("../stubs/functions/epp.toml")),
    StubFile::new("err", include_str!("../stubs/functions/err.toml")),
    StubFile::new(
        "eyaml_lookup_key",
        include_str!("../stubs/functions/eyaml_lookup_key.toml"),
    ),
    StubFile::new("fail", include_str!("../stubs/functions/fail.toml")),
    StubFile::new("file", include_str!("../stubs/functions/file.toml")),
    StubFile::new("filter", include_str!("../stubs/functions/filter.toml")),
    StubFile::new(
        "find_file",
        include_str!("../stubs/functions/find_file.toml"),
    ),
    StubFile::new(
        "find_template",
        include_str!("../stubs/functions/find_template.toml"),
    ),
    StubFile::new("flatten", include_str!("../stubs/functions/flatten.toml")),
    StubFile::new("floor", include_str!("../stubs/functions/floor.toml")),
    StubFile::new(
        "fqdn_rand",
        include_str!("../stubs/functions/fqdn_rand.toml"),
    ),
    StubFile::new("generate", include_str!("../stubs/functions/generate.toml")),
    StubFile::new("get", include_str!("../stubs/functions/get.toml")),
    StubFile::new("getvar", include_str!("../stubs/functions/getvar.toml")),
    StubFile::new("group_by", include_str!("../stubs/functions/group_by.toml")),
    StubFile::new("hiera", include_str!("../stubs/functions/hiera.toml")),
    StubFile::new(
        "hiera_array",
        include_str!("../stubs/functions/hiera_array.toml"),
    ),
    StubFile::new(
        "hiera_hash",
        include_str!("../stubs/functions/hiera_hash.toml"),
    ),
    StubFile::new(
        "hiera_include",
        include_str!("../stubs/functions/hiera_include.toml"),
    ),
    StubFile::new(
        "hocon_data",
        include_str!("../stubs/functions/hocon_data.toml"),
    ),
    StubFile::new("import", include_str!("../stubs/functions/import.toml")),
    StubFile::new("include", include_str!("../stubs/functions/include.toml")),
    StubFile::new("index", include_str!("../stubs/functions/index.toml")),
    StubFile::new("info", include_str!("../stubs/functions/info.toml")),
    StubFile::new(
        "inline_epp",
        include_str!("../stubs/functions/inline_epp.toml"),
    ),
    StubFile::new(
        "inline_template",
        include_str!("../stubs/functions/inline_template.toml"),
    ),
    StubFile::new("join", include_str!("../stubs/functions/join.toml")),
    StubFile::new(
        "json_data",
        include_str!("../stubs/functions/json_data.toml"),
    ),
    StubFile::new("keys", include_str!("../stubs/functions/keys.toml")),
    StubFile::new("length", include_str!("../stubs/functions/length.toml")),
    StubFile::new("lest", include_str!("../stubs/functions/lest.toml")),
    StubFile::new("lookup", include_str!("../stubs/functions/lookup.toml")),
    StubFile::new("lstrip", include_str!("../stubs/functions/lstrip.toml")),
    StubFile::new("map", include_str!("../stubs/functions/map.toml")),
    StubFile::new("match", include_str!("../stubs/functions/match.toml")),
    StubFile::new("max", include_str!("../stubs/functions/max.toml")),
    StubFile::new("md5", include_str!("../stubs/functions/md5.toml")),
    StubFile::new("min", include_str!("../stubs/functions/min.toml")),
    StubFile::new(
        "module_directory",
        include_str!("../stubs/functions/module_directory.toml"),
    ),
    StubFile::new("new", include_str!("../stubs/functions/new.toml")),
    StubFile::new("next", include_str!("../stubs/functions/next.toml")),
    StubFile::new("notice", include_str!("../stubs/functions/notice.toml")),
    StubFile::new(
        "partition",
        include_str!("../stubs/functions/partition.toml"),
    ),
    StubFile::new("realize", include_str!("../stubs/functions/realize.toml")),
    StubFile::new("reduce", include_str!("../stubs/functions/reduce.toml")),
    StubFile::new("regsubst", include_str!("../stubs/functions/regsubst.toml")),
    StubFile::new("require", include_str!("../stubs/functions/require.toml")),
    StubFile::new("return", include_str!("../stubs/functions/return.toml")),
    StubFile::new(
        "reverse_each",
        include_str!("../stubs/functions/reverse_each.toml"),
    ),
    StubFile::new("round", include_str!("../stubs/functions/round.toml")),
    StubFile::new("rstrip", include_str!("../stubs/functions/rstrip.toml")),
    StubFile::new("scanf", include_str!("../stubs/functions/scanf.toml")),
    StubFile::new("sha1", include_str!("../stubs/functions/sha1.toml")),
    StubFile::new("sha256", include_str!("../stubs/functions/sha256.toml")),
    StubFile::new(
        "shellquote",
        include_str!("../stubs/functions/shellquote.toml"),
    ),
    StubFile::new("size", include_str!("../stubs/functions/size.toml")),
    StubFile::new("slice", include_str!("../stubs/functions/slice.toml")),
    StubFile::new("sort", include_str!("../stubs/functions/sort.toml")),
    StubFile::new("split", include_str!("../stubs/functions/split.toml")),
    StubFile::new("sprintf", include_str!("../stubs/functions/sprintf.toml")),
    StubFile::new("step", include_str!("../stubs/functions/step.toml")),
    StubFile::new("strftime", include_str!("../stubs/functions/strftime.toml")),
    StubFile::new("strip", include_str!("../stubs/functions/strip.toml")),
    StubFile::new("tag", include_str!("../stubs/functions/tag.toml")),
    StubFile::new("tagged", include_str!("../stubs/functions/tagged.toml")),
    StubFile::new("template", include_str!("../stubs/functions/template.toml")),
    StubFile::new("then", include_str!("../stubs/functions/then.toml")),
    StubFile::new(
        "tree_each",
        include_str!("../stubs/functions/tree_each.toml"),
    ),
    StubFile::new("type", include_str!("../stubs/functions/type.toml")),
    StubFile::new("unique", include_str!("../stubs/functions/unique.toml")),
    StubFile::new("unwrap", include_str!("../stubs/functions/unwrap.toml")),
    StubFile::new("upcase", include_str!("../stubs/functions/upcase.toml")),
    StubFile::new("values", include_str!("../stubs/functions/values.toml")),
    StubFile::new(
        "versioncmp",
        include_str!("../stubs/functions/versioncmp.toml"),
    ),
    StubFile::new("warning", include_str!("../stubs/functions/warning.toml")),
    StubFile::new("with", include_str!("../stubs/functions/with.toml")),
    StubFile::new(
        "yaml_data",
        include_str!("../stubs/functions/yaml_data.toml"),
    ),
];

pub(crate) static TYPES: [StubFile; 26] = [
    StubFile::new("augeas", include_str!("../stubs/types/augeas.toml")),
    StubFile::new("component", include_str!("../stubs/types/component.toml")),
    StubFile::new("cron", include_str!("../stubs/types/cron.toml")),
    StubFile::new("exec", include_str!("../stubs/types/exec.toml")),
    StubFile::new("file", include_str!("../stubs/types/file.toml")),
    StubFile::new("filebucket", include_str!("../stubs/types/filebucket.toml")),
    StubFile::new("group", include_str!("../stubs/types/group.toml")),
    StubFile::new("host", include_str!("../stubs/types/host.toml")),
    StubFile::new("mount", include_str!("../stubs/types/mount.toml")),
    StubFile::new("notify", include_str!("../stubs/types/notify.toml")),
    StubFile::new("package", include_str!("../stubs/types/package.toml")),
    StubFile::new("resources", include_str!("../stubs/types/resources.toml")),
    StubFile::new("schedule", include_str!("../stubs/types/schedule.toml")),
    StubFile::new("selboolean", include_str!("../stubs/types/selboolean.toml")),
    StubFile::new("selmodule", include_str!("../stubs/types/selmodule.toml")),
    StubFile::new("service", include_str!("../stubs/types/service.toml")),
    StubFile::new(
        "ssh_authorized_key",
        include_str!("../stubs/types/ssh_authorized_key.toml"),
    ),
    StubFile::new("sshkey", include_str!("../stubs/types/sshkey.toml")),
    StubFile::new("stage", include_str!("../stubs/types/stage.toml")),
    StubFile::new("tidy", include_str!("../stubs/types/tidy.toml")),
    StubFile::new("user", include_str!("../stubs/types/user.toml")),
    StubFile::new("whit", include_str!("../stubs/types/whit.toml")),
    StubFile::new("yumrepo", include_str!("../stubs/types/yumrepo.toml")),
    StubFile::new("zfs", include_str!("../stubs/types/zfs.toml")),
    StubFile::new("zone", include_str!("../stubs/types/zone.toml")),
    StubFile::new("zpool", include_str!("../stubs/types/zpool.toml")),
];

pub(crate) static METAPARAMETERS: StubFile = StubFile::new(
    "metaparameters",
    include_str!("../stubs/metaparameters.toml"),
);

pub(crate) static FACTS: StubFile = StubFile::new("facts", include_str!("../stubs/facts.toml"));

pub(crate) static DATA_TYPES: StubFile =
    StubFile::new("datatypes", include_str!("../stubs/datatypes.toml"));

pub(crate) static VARIABLES: StubFile =
    StubFile::new("variables", include_str!("../stubs/variables.toml"));
