package dev.sheaf.formats.crosswalk.sandbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.formats.crosswalk.CrosswalkException;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrosswalkSandboxTest {

    private static final String NAMESPACE = "http://example.org/own";
    private static final SandboxLimits LIMITS = new SandboxLimits(Duration.ofSeconds(2), Duration.ofSeconds(60), 48, 100_000);
    private static final XmlFragment RECORD = XmlFragment.of("<thing><title>A title</title></thing>");

    private static final String ENDLESS = "<xsl:value-of select='count(for $i in 1 to 1000000000, $j in 1 to 1000000000 return $i * $j)'/>";

    @TempDir
    private Path folder;

    private final CrosswalkSandbox sandbox = new CrosswalkSandbox(LIMITS, InstantSource.system());

    /** One process for all tests: it starts again after a stylesheet that it had to be stopped for. */
    @AfterAll
    void end() {
        sandbox.close();
    }

    private static Stylesheet stylesheet(String body) {
        return new Stylesheet("own",
                ("<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:o='"
                        + NAMESPACE + "' xmlns:f='urn:f'>\n<xsl:param name='identifier'/>\n" + body + "</xsl:stylesheet>")
                        .getBytes(StandardCharsets.UTF_8),
                NAMESPACE);
    }

    private String apply(String body) throws CrosswalkException {
        return sandbox.apply(stylesheet(body), "oai:x:1", RECORD).toString();
    }

    private static String making(String content) {
        return "<xsl:template match='/'><o:record>" + content + "</o:record></xsl:template>";
    }

    @Test
    void stylesheet_makesARecord_andReceivesTheIdentifier() throws Exception {
        assertThat(apply(
                making("<o:id><xsl:value-of select='$identifier'/></o:id><o:title><xsl:value-of select='//title'/></o:title>")))
                .contains("<o:id>oai:x:1</o:id>", "<o:title>A title</o:title>").startsWith("<o:record");
    }

    @Test
    void idleProcess_endsAndTheNextRecordStartsAnother() throws Exception {
        try (CrosswalkSandbox brief = new CrosswalkSandbox(LIMITS, InstantSource.system(), Duration.ofMillis(1))) {
            for (int i = 0; i < 2; i++) {
                brief.check(stylesheet(making("x")));
                // Nobody closes it.
                brief.processEnd().orTimeout(30, TimeUnit.SECONDS).join();
            }
        }
    }

    /** A process that uses a sandbox: it says when its stylesheet begins an endless loop. */
    static final class Looping {

        private Looping() {}

        public static void main(String[] arguments) throws CrosswalkException {
            try (CrosswalkSandbox sandbox = new CrosswalkSandbox(
                    new SandboxLimits(Duration.ofHours(1), Duration.ofSeconds(60), 48, 100_000), InstantSource.system())) {
                Stylesheet loop = stylesheet(making(ENDLESS));
                sandbox.check(loop);
                System.out.println("looping");
                sandbox.apply(loop, "oai:x:1", RECORD);
            }
        }
    }

    /** Waits until a descendant of the hub works (the child itself, or one within a sandbox of the system), and returns all descendants. */
    private static List<ProcessHandle> working(Process hub) {
        Map<Long, Duration> idle = new HashMap<>();
        while (true) {
            List<ProcessHandle> all = hub.descendants().toList();
            for (ProcessHandle one : all) {
                Duration used = one.info().totalCpuDuration().orElse(Duration.ZERO);
                Duration before = idle.computeIfAbsent(one.pid(), _ -> used);
                if (used.minus(before).toMillis() > 500) {
                    return all;
                }
            }
            LockSupport.parkNanos(5_000_000);
        }
    }

    @Test
    void endlessStylesheet_endsWithTheKilledParentProcess() throws Exception {
        Process hub = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), Looping.class.getName()).redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = hub.inputReader()) {
            assertThat(said.readLine()).isEqualTo("looping");
            List<ProcessHandle> sandboxed = working(hub);
            hub.destroyForcibly();
            for (ProcessHandle process : sandboxed) {
                assertThat(process.onExit().orTimeout(30, TimeUnit.SECONDS).thenApply(ProcessHandle::isAlive).join()).isFalse();
            }
        } finally {
            hub.descendants().forEach(ProcessHandle::destroyForcibly);
            hub.destroyForcibly();
        }
    }

    @Test
    void refusesAFaultyStylesheetWithLineAndMessage() {
        assertThatThrownBy(
                () -> sandbox.check(stylesheet("<xsl:template match='/'>\n<xsl:value-of select='1 +'/></xsl:template>")))
                .isInstanceOf(CrosswalkException.class).hasMessageContaining("line 4");
        assertThatThrownBy(
                () -> sandbox.check(new Stylesheet("own", "<xsl:stylesheet".getBytes(StandardCharsets.UTF_8), NAMESPACE)))
                .isInstanceOf(CrosswalkException.class);
    }

    @Test
    void endlessStylesheet_isStopped_andTheNextRecordIsConverted() throws Exception {
        assertThatThrownBy(() -> apply(
                making(ENDLESS)))
                .hasMessageContaining("was stopped after 2 seconds");
        assertThat(apply(making("x"))).contains(">x<");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "<xsl:function name='f:f' as='xs:integer'><xsl:param name='n' as='xs:integer'/><xsl:sequence select='1 + f:f($n + 1)'/></xsl:function><xsl:template match='/'><o:r><xsl:value-of select='f:f(1)'/></o:r></xsl:template>",
            "<xsl:template match='/' name='again'><xsl:param name='n' select='1'/><o:r><xsl:call-template name='again'><xsl:with-param name='n' select='$n + 1'/></xsl:call-template></o:r></xsl:template>",
            "<xsl:template match='/'><o:r><xsl:apply-templates select='/'/></o:r></xsl:template>",
            "<xsl:template match='/'><o:r><xsl:iterate select='1 to 1000000000'><xsl:message select='.'/></xsl:iterate></o:r></xsl:template>"})
    void stopsRecursionAndFloodsOfMessages(String body) throws Exception {
        assertThatThrownBy(() -> apply(body)).isInstanceOf(CrosswalkException.class);
        assertThat(apply(making("x"))).contains(">x<");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "<xsl:template match='/'><xsl:variable name='s' select=\"fold-left(1 to 40, 'aaaaaaaaaaaaaaaa', function($a, $b) { concat($a, $a) })\"/><o:r><xsl:value-of select='string-length($s)'/></o:r></xsl:template>",
            "<xsl:template match='/'><xsl:variable name='t'><xsl:for-each select='1 to 100000000'><x><xsl:value-of select='.'/></x></xsl:for-each></xsl:variable><o:r><xsl:value-of select='count($t//x) + count($t/x[5])'/></o:r></xsl:template>",
            "<xsl:template match='/'><o:r><xsl:for-each select='1 to 100000000'><o:x><xsl:value-of select='.'/></o:x></xsl:for-each></o:r></xsl:template>"})
    void stopsStylesheetsThatFillMemoryOrOutput(String body) throws Exception {
        assertThatThrownBy(() -> apply(body)).isInstanceOf(CrosswalkException.class)
                .hasMessageFindingMatch("48 MB|larger than 100000 bytes|stopped after 2 seconds|unexpectedly");
        assertThat(apply(making("x"))).contains(">x<");
    }

    @Test
    void readsNoFiles() throws IOException {
        Path secret = folder.resolve("secret.xml");
        Files.writeString(secret, "<secret xmlns='" + NAMESPACE + "'>hidden</secret>");
        String address = secret.toUri().toString();
        for (String expression : new String[]{"document('%s')", "doc('%s')", "unparsed-text('%s')", "collection('%s')",
                "json-doc('%s')", "unparsed-text-lines('%s')", "uri-collection('%s')", "system-property('java.home')",
                "environment-variable('PATH')", "transform(map{'stylesheet-location':'%s','source-node':.})",
                "doc-available('%s')",
                "unparsed-text-available('%s')"}) {
            String made;
            try {
                made = apply(making("<xsl:value-of select=\"" + expression.formatted(address) + "\"/>"));
            } catch (CrosswalkException refused) {
                continue;
            }
            assertThat(made).as(expression).doesNotContain("hidden").satisfiesAnyOf(
                    text -> assertThat(text).contains("></o:record>"), text -> assertThat(text).contains("/>"),
                    text -> assertThat(text).contains(">false<"));
        }
    }

    @Test
    void importsNothingAndHasNoEntities() throws IOException {
        Path other = folder.resolve("other.xsl");
        Files.writeString(other, "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'/>");
        for (String element : new String[]{"import", "include"}) {
            assertThatThrownBy(() -> sandbox.check(stylesheet("<xsl:" + element + " href='" + other.toUri() + "'/>")))
                    .isInstanceOf(CrosswalkException.class).hasMessageContaining("may not read");
        }
        byte[] entity = ("<!DOCTYPE x [<!ENTITY e SYSTEM '" + other.toUri() + "'>]><xsl:stylesheet version='3.0' "
                + "xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>&e;</xsl:stylesheet>").getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> sandbox.check(new Stylesheet("own", entity, NAMESPACE))).hasMessageContaining("DOCTYPE");
    }

    @Test
    void includesOfARecordStayAsTheyAre() throws Exception {
        Path other = folder.resolve("other.xml");
        Files.writeString(other, "<hidden/>");
        assertThat(sandbox.apply(stylesheet(making("<xsl:copy-of select='.'/>")), "x",
                XmlFragment.of("<x xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='" + other.toUri() + "'/></x>"))
                .toString()).contains("xi:include").doesNotContain("<hidden");
    }

    @Test
    void writesNoFilesAndCallsNoJava() {
        Path target = folder.resolve("written.xml");
        assertThatThrownBy(() -> apply("<xsl:template match='/'><o:r/><xsl:result-document href='" + target.toUri()
                + "'><x/></xsl:result-document></xsl:template>")).isInstanceOf(CrosswalkException.class);
        assertThat(target).doesNotExist();
        assertThatThrownBy(() -> sandbox.check(stylesheet(
                "<xsl:template match='/'><o:r><xsl:value-of xmlns:r='java:java.lang.Runtime' select='r:getRuntime()'/></o:r></xsl:template>")))
                .isInstanceOf(CrosswalkException.class);
        assertThatThrownBy(() -> apply(making("<xsl:evaluate xpath=\"'1'\"/>"))).isInstanceOf(CrosswalkException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<xsl:output method='text'/><xsl:template match='/'>no element</xsl:template>",
            "<xsl:template match='/'><a/><b/></xsl:template>", "<xsl:template match='/'/>",
            "<xsl:output doctype-system='x.dtd'/><xsl:template match='/'><o:r/></xsl:template>",
            "<xsl:output method='html'/><xsl:template match='/'><html><br></br></html></xsl:template>"})
    void refusesResultsThatAreNotOneElementOfTheFormat(String body) {
        assertThatThrownBy(() -> apply(body)).isInstanceOf(CrosswalkException.class)
                .hasMessageFindingMatch("one XML element|namespace");
    }

    @Test
    void refusesResultsOfAnotherNamespaceOrNone() {
        assertThatThrownBy(() -> apply("<xsl:template match='/'><r/></xsl:template>")).hasMessageContaining("no namespace");
        assertThatThrownBy(() -> apply("<xsl:template match='/'><r xmlns='urn:other'/></xsl:template>"))
                .hasMessageContaining("urn:other").hasMessageContaining(NAMESPACE);
    }

    @Test
    void stylesheetStoppedRepeatedly_isSuspended() {
        SettableClock clock = SettableClock.at("2026-01-01T00:00:00Z");
        Stylesheet loop = stylesheet(making(ENDLESS));
        try (CrosswalkSandbox impatient = new CrosswalkSandbox(
                new SandboxLimits(Duration.ofMillis(500), Duration.ofSeconds(60), 48, 100_000), clock)) {
            for (int n = 0; n < CrosswalkSandbox.STRIKES; n++) {
                assertThatThrownBy(() -> impatient.apply(loop, "oai:x:1", RECORD)).hasMessageContaining("was stopped after");
            }
            assertThatThrownBy(() -> impatient.apply(loop, "oai:x:1", RECORD)).hasMessageContaining("not run again before");
            clock.advance(CrosswalkSandbox.REST.plusSeconds(1));
            assertThatThrownBy(() -> impatient.apply(loop, "oai:x:1", RECORD)).hasMessageContaining("was stopped after");
        }
    }
}
