package dev.sheaf.platform.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.flow.FlowRules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ConfigurationTest {

    @TempDir
    private Path folder;

    @Test
    void defaults_equalTheDocumentation() throws Exception {
        Configuration configuration = Configuration.of(ConfigurationFile.NONE, Map.of(), Map.of());
        Map<String, String> values = Setting.values().stream().filter(setting -> configuration.text(setting).isPresent())
                .collect(Collectors.toMap(Setting::key, configuration::required, (a, _) -> a, TreeMap::new));
        Map<String, String> documented = new TreeMap<>(
                Map.of("notify-window", "2", "notify-interval", "60", "notify-budget", "96", "private-subscribers", "no"));
        documented.putAll(Map.of("data", "./sheaf-data", "forwarded-header", "X-Forwarded-For", "host", "127.0.0.1",
                "port", "8080", "page-size", "500", "harvest-budget", "1",
                "repository-name", "Sheaf", "admin-email", "admin@localhost.localdomain"));
        documented.putAll(
                Map.of("log-format", "text", "access-log-format", "text", "access-log-addresses", "anonymous", "metrics", "local",
                        "smtp-host", "localhost", "smtp-port", "587", "smtp-security", "starttls", "alert-interval", "15"));
        documented.put("sandbox", "auto");
        assertThat(values).isEqualTo(documented);
    }

    @Test
    void defaults_passTheirOwnChecks() {
        for (Setting setting : Setting.values()) {
            setting.defaultValue().ifPresent(setting::check);
        }
    }

    @Test
    void commandLine_overridesEnvironment_whichOverridesTheFile() throws Exception {
        ConfigurationFile file = new ConfigurationFile(
                Map.of(Setting.PORT, "1", Setting.HOST, "file", Setting.REPOSITORY_NAME, "File"),
                RepositoryOptions.OfAll.DEFAULTS);
        Map<String, String> environment = Map.of("SHEAF_PORT", "2", "SHEAF_HOST", "environment", "SHEAF_ADMIN_EMAIL", "");
        Configuration configuration = Configuration.of(file, environment, Map.of(Setting.PORT, "3"));
        assertThat(configuration.number(Setting.PORT)).isEqualTo(3);
        assertThat(configuration.required(Setting.HOST)).isEqualTo("environment");
        assertThat(configuration.required(Setting.REPOSITORY_NAME)).isEqualTo("File");
        assertThat(configuration.required(Setting.ADMIN_EMAIL)).isEqualTo("admin@localhost.localdomain");
    }

    @Test
    void invalidValue_isReportedWithItsOrigin() {
        assertThatThrownBy(() -> Configuration.of(ConfigurationFile.NONE, Map.of("SHEAF_PORT", "http"), Map.of()))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("SHEAF_PORT in the environment")
                .hasMessageContaining("0 to 65535");
        assertThatThrownBy(() -> Configuration.of(ConfigurationFile.NONE, Map.of(), Map.of(Setting.BASE_URL, "hub.example.org")))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("--base-url");
        assertThatThrownBy(() -> Configuration.of(ConfigurationFile.NONE, Map.of(), Map.of(Setting.ADMIN_EMAIL, "nobody")))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("--admin-email");
        for (String hours : List.of("22", "6-06", "22-24", "-1-6", "late-early")) {
            assertThatThrownBy(
                    () -> Configuration.of(ConfigurationFile.NONE, Map.of("SHEAF_QUIET_HOURS", hours), Map.of()))
                    .as(hours).hasMessageContaining("two hours from 0 to 23");
        }
    }

    @Test
    void mistakesOfAFile_areReportedWithTheirLine() throws Exception {
        assertThat(ConfigurationFile.read(file("# nothing\n"))).isEqualTo(ConfigurationFile.NONE);
        assertThat(ConfigurationFile.read(file("port: 9090\nbase-url: https://hub.example.org\nhost:\n")).values())
                .isEqualTo(Map.of(Setting.PORT, "9090", Setting.BASE_URL, "https://hub.example.org"));
        assertThatThrownBy(() -> ConfigurationFile.read(file("port: 1\nhost: [a, b]\n"))).hasMessageContaining("line 2")
                .hasMessageContaining("'host' takes one plain value");
        assertThatThrownBy(() -> ConfigurationFile.read(file("port: eighty\n"))).hasMessageContaining("line 1")
                .hasMessageContaining("'eighty'");
        assertThatThrownBy(() -> ConfigurationFile.read(file("port: 'un\n"))).hasMessageContaining("not readable as YAML");
        assertThatThrownBy(() -> ConfigurationFile.read(file("- a\n"))).hasMessageContaining("port: 8080");
        assertThatThrownBy(() -> ConfigurationFile.read(folder.resolve("none.yaml"))).hasMessageContaining("there is no");
    }

    @Test
    void optionsOfARepository_overrideTheGeneralOnes() throws Exception {
        RepositoryOptions.OfAll options = ConfigurationFile.read(file("""
                port: 1
                defaults:
                  page-size: 100
                  deleted-record: transient
                everything:
                  name: All
                repositories:
                  theses:
                    granularity: day
                    page-size: 50
                    admin-email: [a@example.org, b@example.org]
                    token-lifetime: 2h
                  maps:
                """)).repositories();
        assertThat(options.everything().told().name()).isEqualTo("All");
        assertThat(options.everything().pageSize()).isEqualTo(100);
        assertThat(options.of("theses")).isEqualTo(new RepositoryOptions(
                AddedDescriptions.NONE.named(null, List.of("a@example.org", "b@example.org")),
                Granularity.DAY, DeletedRecordPolicy.TRANSIENT, 50, Duration.ofHours(2), FlowRules.NONE,
                FlowRules.NONE));
        assertThat(options.of("maps")).isEqualTo(options.of("unheard-of"));
        assertThat(options.of("maps").pageSize()).isEqualTo(100);
    }

    @Test
    void mistakeInTheOptionsOfARepository_isReportedWithItsPath() {
        assertThatThrownBy(() -> ConfigurationFile.read(file("repositories:\n  a:\n    granularity: hour\n")))
                .hasMessageContaining("sheaf.yaml: repositories.a.granularity: 'hour'")
                .hasMessageContaining("one of day, second");
        assertThatThrownBy(() -> ConfigurationFile.read(file("everything:\n  colour: red\n")))
                .hasMessageContaining("everything: unknown name 'colour'").hasMessageContaining("granularity");
        assertThatThrownBy(() -> ConfigurationFile.read(file("repositories:\n  a: 5\n"))).hasMessageContaining("repositories.a");
        assertThatThrownBy(() -> ConfigurationFile.read(file("defaults:\n  page-size: 0\n")))
                .hasMessageContaining("defaults.page-size").hasMessageContaining("1 to 5000");
        assertThatThrownBy(() -> ConfigurationFile.read(file("defaults:\n  token-lifetime: 1m\n")))
                .hasMessageContaining("from 10m to 31d");
        assertThatThrownBy(() -> ConfigurationFile.read(file("defaults:\n  token-lifetime: soon\n")))
                .hasMessageContaining("2h");
        assertThatThrownBy(() -> ConfigurationFile.read(file("defaults:\n  admin-email: [nobody]\n")))
                .hasMessageContaining("defaults.admin-email");
    }

    private Path file(String content) throws IOException {
        return Files.writeString(folder.resolve("sheaf.yaml"), content);
    }
}
