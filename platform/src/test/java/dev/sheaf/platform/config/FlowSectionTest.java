package dev.sheaf.platform.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.provider.flow.RequestLimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FlowSectionTest {

    private static final String PATH = "repositories.theses.limits";

    private static FlowRules read(String yaml) throws ConfigurationException {
        JsonNode limits = new YAMLMapper().readTree(yaml).path("limits");
        return FlowSection.read(limits, PATH);
    }

    @Test
    void allOptions_areRead() throws Exception {
        FlowRules rules = read("""
                limits:
                  requests-per-minute: 60
                  burst: 5
                  patience: 0
                  blocked-for: 10m
                  delay: 200ms
                  mirror: https://mirror.example.org/oai
                  allow: [192.0.2.0/24, "2001:db8::/32"]
                  deny: 198.51.100.7
                """);

        assertThat(rules).isEqualTo(new FlowRules(new RequestLimit(60, 5, 0, Duration.ofMinutes(10)), Duration.ofMillis(200),
                URI.create("https://mirror.example.org/oai"),
                List.of(AddressBlock.parse("192.0.2.0/24"), AddressBlock.parse("2001:db8::/32")),
                List.of(AddressBlock.parse("198.51.100.7"))));
    }

    @Test
    void singleLimit_isEnough() throws Exception {
        assertThat(read("limits: {requests-per-minute: 30}")).isEqualTo(FlowRules.NONE.withLimit(RequestLimit.perMinute(30)));
        assertThat(read("limits: {deny: all}")).isEqualTo(FlowRules.NONE.withDenied(AddressBlock.ALL));
    }

    @ParameterizedTest
    @ValueSource(strings = {"other: 1", "limits:", "limits: {}", "limits: {burst: }", "limits: {allow: [], mirror: }"})
    void withoutLimits_everyClientIsServed(String yaml) throws Exception {
        assertThat(read(yaml)).isEqualTo(FlowRules.NONE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "limits: 60 | repositories.theses.limits: lines of names",
            "limits: {requests: 60} | repositories.theses.limits: unknown name 'requests'; known are allow, blocked-for, burst",
            "limits: {requests-per-minute: 0} | limits.requests-per-minute: '0' is not acceptable; expected: a whole number from 1",
            "limits: {requests-per-minute: many} | limits.requests-per-minute: 'many'",
            "limits: {requests-per-minute: 1.5} | limits.requests-per-minute: '1.5'",
            "limits: {requests-per-minute: [1]} | limits.requests-per-minute: one plain value is expected",
            "limits: {requests-per-minute: true} | limits.requests-per-minute: 'true'",
            "limits: {delay: 99999999999999ms} | limits.delay: '99999999999999ms'",
            "limits: {requests-per-minute: 9999999999} | limits.requests-per-minute: '9999999999'",
            "limits: {burst: 5} | limits: burst, patience and blocked-for have no effect without requests-per-minute",
            "limits: {requests-per-minute: 1, patience: -1} | limits.patience: '-1'",
            "limits: {requests-per-minute: 1, blocked-for: 10} | limits.blocked-for: '10' is not acceptable; expected: a length of time",
            "limits: {requests-per-minute: 1, blocked-for: 0s} | limits: a client is blocked for a time from one second",
            "limits: {delay: 5 weeks} | limits.delay: '5 weeks' is not acceptable",
            "limits: {delay: 1m} | limits: answers are delayed by 0 to 30 seconds",
            "limits: {mirror: mirror.example.org} | limits: 'mirror.example.org' cannot be a mirror",
            "limits: {mirror: 'http://['} | limits.mirror: 'http://[' cannot be a mirror",
            "limits: {allow: localhost} | limits.allow: 'localhost' is not an address",
            "limits: {allow: [192.0.2.1, 192.0.2.1/24]} | limits.allow: '192.0.2.1/24' has bits after its prefix",
            "limits: {deny: [{}]} | limits.deny[0]: one plain value is expected",
            "limits: {deny: [all, 192.0.2.1]} | limits.deny: 'all' is not an address",
            "limits: {deny: [192.0.2.1], allow: 192.0.2.1} | limits: 192.0.2.1 is both allowed and denied"})
    void mistake_isReportedWithItsPath(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml)).isInstanceOf(ConfigurationException.class).hasMessageStartingWith(PATH)
                .hasMessageContaining(message);
    }
}
