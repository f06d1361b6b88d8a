package dev.sheaf.core.xml;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DublinCoreWriterTest {

    @Test
    void recordWithAnyValues_isWellFormed() throws Exception {
        XmlFragment record = new DublinCoreWriter().add("title", " A & B <\u0000> ", "en").add("creator", "  ")
                .add("date", "1925").end();
        assertThat(XmlFragments.parse(record.utf8())).isEqualTo(record);
        assertThat(XmlFragments.rootNamespace(record)).isEqualTo(Namespaces.OAI_DC);
        assertThat(record.toString())
                .contains("<dc:title xml:lang=\"en\">A &amp; B &lt;\uFFFD&gt;</dc:title><dc:date>1925</dc:date>")
                .doesNotContain("creator");
    }

    @Test
    void elementOutsideDublinCore_isRefused() {
        assertThatThrownBy(() -> new DublinCoreWriter().add("author", "x")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("author");
    }
}
