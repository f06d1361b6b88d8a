package dev.sheaf.harvester.http;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Secret;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

class CurlCommandTest {

    private static final Pattern HEADER = Pattern.compile(" -H '([^:']+): ([^']*)'");
    private static final URI HOME = URI.create("https://example.org/oai");

    @Test
    void curlCommand_sendsTheSameRequest() throws Exception {
        SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
        FetchRules rules = FetchRules.DEFAULT.withIdentity(null, "hub@example.org");
        try (ScriptedProvider provider = ScriptedProvider.start(clock); HttpFetcher fetcher = new HttpFetcher(clock)) {
            URI uri = URI.create(provider.baseUrl("?verb=Identify"));
            fetcher.fetch(uri, rules, new RecordingPause());
            ReceivedRequest request = provider.requests().getFirst();
            String command = CurlCommand.of(uri, rules);
            Map<String, String> told = new LinkedHashMap<>();
            Matcher header = HEADER.matcher(command);
            while (header.find()) {
                told.put(header.group(1), header.group(2));
            }
            assertThat(told.keySet()).containsExactly("User-Agent", "Accept", "Accept-Encoding", "From");
            assertThat(told).allSatisfy((name, value) -> assertThat(request.header(name)).as(name).isEqualTo(value));
            // curl itself adds the header that HTTP requires (Host).
            assertThat(request.headers().keySet()).containsExactlyInAnyOrder("Host", "User-agent", "Accept", "Accept-encoding",
                    "From");
            assertThat(command).startsWith("curl -sS -i --compressed -L --max-redirs 5 ").endsWith(" '" + uri + "'");
        }
    }

    @Test
    void secretsInTheCommand_arePlaceholders_andAreSentToNoOtherHost() {
        Access access = Access.DEFAULT.withLogin(new Access.Login.Basic("reader", Secret.of("s3cret")))
                .withHeaders(List.of(new Access.Header("X-Api-Key", Secret.of("s3cret"))))
                .withCertificate(new Access.ClientCertificate("/etc/sheaf/a:b.p12", Secret.of("s3cret")))
                .withProxy(new Access.Proxy("proxy.example.org", 3128, "us", Secret.of("s3cret")));
        FetchRules rules = FetchRules.DEFAULT.withAccess(access, HOME);
        String command = CurlCommand.of(HOME, rules);
        assertThat(command).contains(" --user 'reader:PASSWORD'", " -H 'X-Api-Key: VALUE'",
                " --cert-type P12 --cert '/etc/sheaf/a\\:b.p12:PASSWORD'", " --proxy 'http://proxy.example.org:3128'",
                " --proxy-user 'us:PASSWORD'").doesNotContain("s3cret", " -L ");
        assertThat(CurlCommand.of(URI.create("https://elsewhere.example.org/oai"), rules)).contains(" -L ", "--proxy-user")
                .doesNotContain("reader", "X-Api-Key", "p12");
        assertThat(CurlCommand.of(HOME,
                FetchRules.DEFAULT.withAccess(Access.DEFAULT.withLogin(new Access.Login.Bearer(Secret.of("s3cret"))), HOME)))
                .contains(" -H 'Authorization: Bearer TOKEN'").doesNotContain("s3cret");
    }

    @Test
    void address_isQuotedForTheShell() {
        assertThat(CurlCommand.of(URI.create("https://example.org/oai?set=it's&x=$(reboot)"), FetchRules.DEFAULT))
                .endsWith(" 'https://example.org/oai?set=it'\\''s&x=$(reboot)'");
    }

    @Test
    void address_isQuotedForCurl() {
        assertThat(CurlCommand.of(URI.create("https://example.org/oai?filter[year]=2020"), FetchRules.DEFAULT))
                .as("ranges and lists are not expanded").endsWith(" -g 'https://example.org/oai?filter[year]=2020'");
    }

    @Test
    void textThatIsNoAddress_isQuotedWithoutSecrets() {
        assertThat(CurlCommand.of("http://example.org/?x=<it's>", FetchRules.DEFAULT))
                .endsWith(" 'http://example.org/?x=<it'\\''s>'")
                .contains(" -L ");
    }
}
