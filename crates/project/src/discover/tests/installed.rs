use super::*;

/// The project around `/m/web`, where modules are installed in `/usr`.
fn find(memory: &Memory) -> String {
    find_in(memory, "/m/web")
}

/// The project around a folder, where modules are installed in `/usr`.
fn find_in(memory: &Memory, folder: &str) -> String {
    let options = DiscoveryOptions {
        installed: vec![PathBuf::from("/usr")],
        ..DiscoveryOptions::default()
    };
    render(&discover(memory, &[PathBuf::from(folder)], &options))
}

#[test]
fn installed_modules_are_the_last_resort() {
    let dependencies = r#"{"dependencies": [
        {"name": "a/stdlib", "version_requirement": ">= 9.0.0"}, {"name": "a/old", "version_requirement": ">= 2.0.0"}]}"#;
    let mut memory = memory(&[
        ("/m/web/metadata.json", dependencies),
        ("/m/web/manifests/init.pp", ""),
        (
            "/usr/stdlib/metadata.json",
            r#"{"version": "9.1.0", "dependencies": [{"name": "a-deep"}]}"#,
        ),
        ("/usr/stdlib/types/port.pp", ""),
        ("/usr/deep/metadata.json", "{}"),
        ("/usr/deep/types/x.pp", ""),
        ("/usr/old/metadata.json", r#"{"version": "1.0.0"}"#),
        ("/usr/old/types/x.pp", ""),
        ("/usr/unasked/types/x.pp", ""),
    ]);
    expect![[r#"
        environment /m/web
          Workspace module web: /m/web/manifests/init.pp
          OpenInstalled module stdlib: /usr/stdlib/types/port.pp
          OpenInstalled module deep: /usr/deep/types/x.pp
    "#]]
    .assert_eq(&find(&memory));
    memory.insert("/m/web/puppet-analyzer.toml", "installed-modules = false");
    expect![[r#"
        environment /m/web
          Workspace module web: /m/web/manifests/init.pp
    "#]]
    .assert_eq(&find(&memory));
    memory.insert("/m/environment.conf", "modulepath = .:$basemodulepath");
    memory.remove(Path::new("/m/web/puppet-analyzer.toml"));
    expect![[r#"
        environment /m
          Workspace module web: /m/web/manifests/init.pp
          OpenInstalled module deep: /usr/deep/types/x.pp
          OpenInstalled module stdlib: /usr/stdlib/types/port.pp
          OpenInstalled module unasked: /usr/unasked/types/x.pp
    "#]]
    .assert_eq(&find(&memory));
}

#[test]
fn an_environment_without_a_module_path_of_its_own_has_all_installed_modules() {
    let has_installed = |conf: &str| {
        let memory = memory(&[
            ("/m/environment.conf", conf),
            ("/m/modules/web/manifests/init.pp", ""),
            ("/usr/apt/types/x.pp", ""),
        ]);
        find_in(&memory, "/m").contains("OpenInstalled module apt")
    };
    for (conf, expected) in [
        ("", true),
        ("manifest = manifests/site.pp", true),
        ("modulepath = modules:$basemodulepath", true),
        ("modulepath = modules", false),
    ] {
        assert_eq!(has_installed(conf), expected, "{conf}");
    }
}

#[test]
fn installed_modules_count_in_versions_that_are_asked_for() {
    let mut memory = memory(&[
        (
            "/m/web/metadata.json",
            r#"{"dependencies": [
                {"name": "a/stdlib", "version_requirement": ">= 9.0.0 < 10.0.0"}, {"name": "a/inifile"}, {"name": "b/apt"}]}"#,
        ),
        ("/m/web/manifests/init.pp", ""),
        (
            "/usr/stdlib/metadata.json",
            r#"{"name": "a-stdlib", "version": "8.5.0"}"#,
        ),
        ("/usr/stdlib/types/port.pp", ""),
        (
            "/usr/inifile/metadata.json",
            r#"{"name": "a-inifile", "version": "5.0.0", "dependencies": [
                {"name": "a/stdlib", "version_requirement": ">= 4.0.0"}]}"#,
        ),
        ("/usr/inifile/types/x.pp", ""),
        (
            "/usr/apt/metadata.json",
            r#"{"name": "c-apt", "version": "1.0.0"}"#,
        ),
        ("/usr/apt/types/x.pp", ""),
        ("/usr/free/types/x.pp", ""),
    ]);
    expect![[r#"
        environment /m/web
          Workspace module web: /m/web/manifests/init.pp
          OpenInstalled module inifile: /usr/inifile/types/x.pp
    "#]]
    .assert_eq(&find(&memory));
    memory.insert("/m/environment.conf", "modulepath = .:$basemodulepath");
    memory.insert(
        "/m/Puppetfile",
        "mod 'a-inifile', '5.0.0'\nmod 'free', git: 'https://x'\n",
    );
    memory.remove(Path::new("/m/web/metadata.json"));
    expect![[r#"
        environment /m
          Workspace module web: /m/web/manifests/init.pp
          OpenInstalled module apt: /usr/apt/types/x.pp
          Installed module inifile: /usr/inifile/types/x.pp
          OpenInstalled module stdlib: /usr/stdlib/types/port.pp
    "#]]
    .assert_eq(&find(&memory));
    memory.insert("/m/Puppetfile", "mod 'a-inifile', '6.0.0'\n");
    expect![[r#"
        environment /m
          Workspace module web: /m/web/manifests/init.pp
          OpenInstalled module apt: /usr/apt/types/x.pp
          OpenInstalled module free: /usr/free/types/x.pp
          OpenInstalled module stdlib: /usr/stdlib/types/port.pp
    "#]]
    .assert_eq(&find(&memory));
}

#[test]
fn a_later_major_version_that_would_do_leaves_an_installed_module_open() {
    for (module, version, range, expected) in [
        (
            "me-mine",
            "9.0.1",
            ">= 7.1.0 < 12.0.0",
            "OpenInstalled module mine",
        ),
        (
            "me-mine",
            "9.0.1",
            ">= 7.1.0 < 10.0.0",
            "  Installed module mine",
        ),
        ("me-mine", "9.0.1", "", "OpenInstalled module mine"),
        // The stub library knows no newer one.
        (
            "puppetlabs-apt",
            "99.0.0",
            ">= 7.1.0 < 200.0.0",
            "  Installed module apt",
        ),
        (
            "puppetlabs-apt",
            "9.0.1",
            ">= 7.1.0 < 12.0.0",
            "OpenInstalled module apt",
        ),
    ] {
        let (_, name) = module.split_once('-').expect("author");
        let asks = format!(
            r#"{{"dependencies": [{{"name": "{module}", "version_requirement": "{range}"}}]}}"#
        );
        let installed = format!(r#"{{"name": "{module}", "version": "{version}"}}"#);
        let mut memory = Memory::default();
        memory.insert("/m/web/metadata.json", &*asks);
        memory.insert("/m/web/manifests/init.pp", "");
        memory.insert(format!("/usr/{name}/metadata.json"), &*installed);
        memory.insert(format!("/usr/{name}/types/x.pp"), "");
        let found = find(&memory);
        assert!(found.contains(expected), "{version} {range}: {found}");
    }
}
