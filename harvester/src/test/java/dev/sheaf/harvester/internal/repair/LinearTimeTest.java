package dev.sheaf.harvester.internal.repair;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Pages made to be slow. Steps are counted, not time. */
class LinearTimeTest {

    private static final String ENVELOPE = "<OAI-PMH><ListRecords><record><header><identifier>x</identifier></header><metadata>";

    private static long steps(String hostile, int times) {
        PageRepairer repairer = new PageRepairer(Decoding.of((ENVELOPE + hostile.repeat(times)).getBytes(UTF_8), ""));
        repairer.repair();
        return repairer.steps();
    }

    @ParameterizedTest
    @ValueSource(strings = {"<", "<a", "<a ", "<a b=\"", "<a b=\"<", "<b a=\"<b \" ", "<a b='x\"", "</", "</x", "</x>", "<x>",
            "<p>",
            "</p>", "<p></b>", "<!--", "<![CDATA[", "<!DOCTYPE x [", "<!DOCTYPE", "<?x", "&", "&#", "&aaaaaaaaaaaaaaaa", "]]>",
            "\u0003",
            "<record><header>", "<OAI-PMH>", "</OAI-PMH><OAI-PMH>", "<x:y>", "<x z:y=1>", "<a x='", "<a\tb=c", "é&eacute;",
            "<resumptionToken>", "</record>", "<a b=\">\" ", "<!DOCTYPE x [>", "<![CDATA[]]>", "<!---->",
            "</metadata></record><record>"})
    void steps_growLinearlyWithThePage(String hostile) {
        long small = steps(hostile, 2_000);
        long large = steps(hostile, 20_000);
        assertThat(large).isLessThanOrEqualTo(small * 13 + 200_000);
        assertThat(large).isLessThanOrEqualTo(400L * 20_000 * hostile.length());
    }
}
