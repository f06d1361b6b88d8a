package dev.sheaf.core.xml;

import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Limit;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MarkupBoundsTest {

    private static String many(int count, IntFunction<String> one) {
        return IntStream.range(0, count).mapToObj(one).collect(Collectors.joining());
    }

    private static void assertRefused(String document, Limit limit) {
        assertThatThrownBy(() -> XmlFragments.parse(document.getBytes(UTF_8))).isInstanceOf(OaiFormatException.class)
                .hasMessageContaining(limit.exceeded());
    }

    private static void assertTaken(String document) {
        assertThatCode(() -> XmlFragments.parse(document.getBytes(UTF_8))).doesNotThrowAnyException();
    }

    /** CPU time of this thread, in milliseconds. */
    private static double millis(Callable<?> work) throws Exception {
        long begun = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        work.call();
        return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begun) / 1e6;
    }

    @Test
    void manyAttributesOfOneElement_areRefused() {
        assertRefused("<r" + many(40_000, i -> " a" + i + "='1'") + "/>", Limit.ATTRIBUTES);
        assertTaken("<r" + many(Limit.ATTRIBUTES.count(), i -> " a" + i + "='1'") + "/>");
    }

    @Test
    void manyNamespacesOfOneElement_areRefused() {
        assertRefused("<r" + many(257, i -> " xmlns:n" + i + "='urn:" + i + "'") + "/>", Limit.ATTRIBUTES);
        assertRefused("<r" + many(100_000, i -> " xmlns:n" + i + "='urn:" + i + "'") + "/>", Limit.ATTRIBUTES);
    }

    @Test
    void namespaceLimit_appliesToDeclarationsOfOpenElements() {
        String ten = many(10, i -> " xmlns:n" + i + "='urn:" + i + "'");
        assertRefused(("<r" + ten + ">").repeat(26) + "</r>".repeat(26), Limit.NAMESPACES);
        assertTaken("<w>" + ("<r" + ten + "><s/></r>").repeat(1_000) + "</w>");
        assertTaken("<w>" + ("<r" + ten + "/>").repeat(1_000) + "</w>");
    }

    @Test
    void manyPrefixesOfADocument_areRefused() {
        assertRefused("<r>" + many(1_001, i -> "<n" + i + ":e xmlns:n" + i + "='urn:x'/>") + "</r>", Limit.PREFIXES);
    }

    @Test
    void manyNames_areRefused() {
        assertRefused("<r>" + many(300_000, i -> "<e" + i + "/>") + "</r>", Limit.NAMES);
        assertRefused("<r>" + many(300_000, i -> "<e a" + i + "='1'/>") + "</r>", Limit.NAMES);
        assertTaken("<r>" + many(Limit.NAMES.count() - 1, i -> "<e" + i + "/>") + "</r>");
    }

    @Test
    void longNamesAndDeepElements_areRefused() {
        assertRefused("<r><" + "n".repeat(1_001) + "/></r>", Limit.NAME_BYTES);
        assertRefused("<r>".repeat(501) + "</r>".repeat(501), Limit.DEPTH);
        assertTaken("<r>".repeat(500) + "</r>".repeat(500));
        assertTaken("<w>" + "<r/><r a='/'></r>".repeat(1_000) + "</w>");
    }

    @Test
    void markupInCommentsAndValues_isNotCounted() {
        String names = many(6_000, i -> "<e" + i + " a" + i + "='\">");
        assertTaken("<r><!--" + names + "--><![CDATA[" + names + "]]><?p " + names + "?></r>");
        assertTaken("<r a='" + many(6_000, i -> " b" + i + "=&gt;>") + "' c=\"it's > this\"><s/></r>");
        assertTaken("<r>" + many(6_000, i -> "a" + i + "=\"'>") + "</r>");
    }

    @Test
    void encodingsOfSeveralBytes_areRefused() {
        assertThatThrownBy(() -> XmlInput.pull("<?xml version='1.0' encoding='UTF-16'?><r/>".getBytes(UTF_16LE)))
                .isInstanceOf(OaiFormatException.class).hasMessageContaining("not in UTF-8");
    }

    @Test
    void truncatedMarkup_isNotRefusedByTheLimits() {
        String document = "<?xml version='1.0'?><r a='1' xmlns:b=\"2\"><!-- c --><![CDATA[d]]><e f='<'/>&lt;</r>";
        for (int length = 0; length <= document.length(); length++) {
            byte[] cut = Arrays.copyOf(document.getBytes(UTF_8), length);
            assertThatCode(() -> MarkupBounds.check(cut)).doesNotThrowAnyException();
        }
    }

    @Test
    void streamedDocuments_haveTheSameLimits() {
        for (String document : new String[]{"<r>" + many(300_000, i -> "<e" + i + "/>") + "</r>",
                "<r" + many(1_000, i -> " a" + i + "='1'") + "/>", "<r>".repeat(600) + "</r>".repeat(600)}) {
            assertThatThrownBy(() -> {
                XMLStreamReader reader = XmlInput.pull(new ByteArrayInputStream(document.getBytes(UTF_8)));
                while (reader.hasNext()) {
                    reader.next();
                }
            }).isInstanceOf(XMLStreamException.class).hasMessageContaining("raises the limit");
        }
    }

    @Test
    void hostileDocuments_doNotSlowDownOrdinaryOnes() throws Exception {
        Callable<?> ordinary = () -> {
            for (int i = 0; i < 1_000; i++) {
                String name = "own" + i;
                XmlFragments.parse(("<r><" + name + ">text</" + name + "></r>").getBytes(UTF_8));
            }
            return null;
        };
        ordinary.call();
        ordinary.call();
        double before = millis(ordinary);
        for (int i = 0; i < 40; i++) {
            int round = i;
            XmlFragments.parse(("<r>" + many(4_900, n -> "<h" + round + "n" + n + "/>") + "</r>").getBytes(UTF_8));
            for (int small = 0; small < 100; small++) {
                int part = small;
                XmlFragments.parse(("<r>" + many(400, n -> "<s" + round + "p" + part + "n" + n + "/>") + "</r>").getBytes(UTF_8));
            }
        }
        assertThat(millis(ordinary)).as("milliseconds, before " + before).isLessThan(20 + 5 * before);
    }

    @Test
    void readingTimeOfHostileMarkup_isLinearInItsBytes() throws Exception {
        String namespaces = many(200, i -> " xmlns:n" + i + "='urn:" + i + "'");
        String[] hostile = {
                "<r>" + ("<e" + many(256, i -> " a" + i + "=''") + "/>").repeat(700) + "</r>",
                "<r>" + many(4_000, i -> "<e" + i + "/>").repeat(30) + "</r>",
                "<r" + namespaces + ">" + many(200, i -> "<n" + i + ":e/>").repeat(400) + "</r>",
                "<r>" + many(900, i -> "<n" + i + ":e xmlns:n" + i + "='u'/>").repeat(40) + "</r>"};
        for (String document : hostile) {
            byte[] utf8 = document.getBytes(UTF_8);
            double nanosPerByte = millis(() -> XmlFragments.parse(utf8)) * 1e6 / utf8.length;
            assertThat(nanosPerByte).as(document.substring(0, 60)).isLessThan(3_000);
        }
    }
}
