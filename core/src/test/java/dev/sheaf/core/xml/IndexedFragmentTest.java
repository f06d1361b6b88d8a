package dev.sheaf.core.xml;

import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.index.CombinedFormat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class IndexedFragmentTest {

    private static final String DC = "<oai_dc:dc xmlns:oai_dc=\"http://www.openarchives.org/OAI/2.0/oai_dc/\" "
            + "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>Opera Minora</dc:title></oai_dc:dc>";
    private static final String TERMS = "<terms xmlns=\"https://sheaf.dev/ns/1.0/tf_basic/\" length=\"5\">"
            + "<term name=\"minora\" freq=\"3\"/><term name=\"opera\" freq=\"2\"/></terms>";
    private static final String INDEXED = "https://sheaf.dev/ns/1.0/indexed/";

    private static IndexedFragment.Parts split(String combined) throws OaiFormatException {
        return IndexedFragment.split(XmlFragment.of(combined));
    }

    private static String joined(String metadata, String index, String format) {
        return IndexedFragment.join(XmlFragment.of(metadata), XmlFragment.of(index), format).toString();
    }

    @Test
    void joinedParts_areSplitWithUnchangedBytes() throws OaiFormatException {
        IndexedFragment.Parts parts = split(joined(DC, TERMS, "tf_basic"));

        assertThat(parts.metadata()).hasToString(DC);
        assertThat(parts.index()).hasToString(TERMS);
        assertThat(parts.format()).isEqualTo("tf_basic");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<a:m xmlns:a='urn:a'><a:metadata/></a:m>",
            "<m xmlns=\"urn:a\"><metadata/><index format=\"tf_basic\"/></m>",
            "<m xmlns=\"urn:a\"><!-- </metadata><index format=\"tf_basic\"> --></m>",
            "<m xmlns=\"urn:a\"><![CDATA[</metadata><index format=\"tf_basic\">]]></m>",
            "<m xmlns=\"urn:a\"><?pi </metadata><index format=\"tf_basic\"> ?></m>",
            "<m xmlns=\"urn:a\" b=\"/metadata>\" c='&quot;>'/>", "<m xmlns=\"urn:a\">é𝄞\n</m>",
            "<m xmlns=\"urn:a\"\n\t>\n</m\n>", "<é:m xmlns:é=\"urn:a\"/>"})
    void metadataThatLooksLikeTheDivider_isKept(String metadata) throws OaiFormatException {
        IndexedFragment.Parts parts = split(joined(metadata, TERMS, "tf_basic"));

        assertThat(parts.metadata()).hasToString(metadata);
        assertThat(parts.index()).hasToString(TERMS);
    }

    @Test
    void recordInAnotherSpelling_isCompletedByTheDeclarationsAround() throws OaiFormatException {
        IndexedFragment.Parts parts = split("<i:indexed xmlns:i='" + INDEXED + "' xmlns:p='urn:p' xmlns='urn:d'>\n <!-- c -->"
                + "<i:metadata> <p:m><x/></p:m> </i:metadata><i:index xmlns:t='" + Namespaces.TERM_FREQUENCIES
                + "' format='tf_positional'>\n<t:terms/></i:index></i:indexed>");

        assertThat(parts.metadata()).hasToString("<p:m xmlns:p=\"urn:p\" xmlns=\"urn:d\"><x/></p:m>");
        assertThat(parts.index()).hasToString("<t:terms xmlns:t=\"" + Namespaces.TERM_FREQUENCIES + "\"/>");
        assertThat(parts.format()).isEqualTo("tf_positional");
    }

    @Test
    void partThatUsesThePrefixOfTheWrapper_getsItsDeclaration() throws OaiFormatException {
        IndexedFragment.Parts parts = split(joined("<m xmlns=\"urn:a\"><b xsi:nil=\"true\"/></m>", TERMS, "tf_basic"));

        assertThat(parts.metadata())
                .hasToString("<m xmlns:xsi=\"" + Namespaces.XSI + "\" xmlns=\"urn:a\"><b xsi:nil=\"true\"/></m>");
    }

    @Test
    void unprefixedElementBelowAPrefixedRoot_keepsTheNamespaceAroundIt() throws OaiFormatException {
        IndexedFragment.Parts parts = split(joined("<a:m xmlns:a=\"urn:a\"><b/></a:m>", TERMS, "tf_basic"));

        assertThat(parts.metadata()).hasToString("<a:m xmlns=\"" + INDEXED + "\" xmlns:a=\"urn:a\"><b/></a:m>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "<indexed xmlns='urn:x'><metadata>%s</metadata><index format='tf_basic'>%s</index></indexed>",
            "<indexed xmlns='I'><metadata>%s</metadata></indexed>",
            "<indexed xmlns='I'><index format='tf_basic'>%2$s</index></indexed>",
            "<indexed xmlns='I'><index format='tf_basic'>%2$s</index><metadata>%1$s</metadata></indexed>",
            "<indexed xmlns='I'><metadata>%s</metadata><index>%s</index></indexed>",
            "<indexed xmlns='I'><metadata>%s</metadata><index format=' '>%s</index></indexed>",
            "<indexed xmlns='I'><metadata/><index format='tf_basic'>%2$s</index></indexed>",
            "<indexed xmlns='I'><metadata>%s</metadata><index format='tf_basic'/></indexed>",
            "<indexed xmlns='I'><metadata>%1$s%1$s</metadata><index format='tf_basic'>%2$s</index></indexed>",
            "<indexed xmlns='I'><metadata>%1$s</metadata><index format='tf_basic'>%2$s%2$s</index></indexed>",
            "<indexed xmlns='I'><metadata>%1$s</metadata><index format='tf_basic'>%2$s</index><index format='terms'>%2$s</index></indexed>",
            "<indexed xmlns='I'><metadata>%s</metadata>text<index format='tf_basic'>%s</index></indexed>",
            "<indexed xmlns='I'><metadata>text%s</metadata><index format='tf_basic'>%s</index></indexed>",
            "<indexed xmlns='I'><metadata><own/></metadata><index format='tf_basic'>%2$s</index></indexed>",
            "<indexed xmlns='I'><metadata><own xmlns=''/></metadata><index format='tf_basic'>%2$s</index></indexed>",
            "<indexed xmlns='I'><metadata>%s</metadata><index format='terms'>%s</index></indexed>",
            "<indexed xmlns='I'><metadata>%1$s</metadata><index format='tf_basic'>%1$s</index></indexed>"})
    void recordThatIsNotMetadataAndIndex_isRefusedWithAReason(String form) {
        String document = form.replace("'I'", "'" + INDEXED + "'").formatted(DC, TERMS);
        assertThatThrownBy(() -> split(document)).isInstanceOf(OaiFormatException.class)
                .hasMessageContaining("not a record of metadata and index: ");

        MetadataFormat format = new CombinedFormat(MetadataPrefix.OAI_DC, CombinedFormat.Index.TF_BASIC).format();
        assertThat(LegalFragment.metadata(XmlFragment.of(document), format).fragment()).isNull();
    }

    @Test
    void joinedPartsWithoutANamespaceOfTheirOwn_areRefused() {
        for (String part : List.of("<m/>", "<m xmlns=\"\"/>", "<m xmlns=\"" + INDEXED + "\"/>",
                "<i:m xmlns:i=\"" + INDEXED + "\"/>", "<m xmlns=\"urn:a\"/><m xmlns=\"urn:a\"/>")) {
            assertThatThrownBy(() -> split(joined(part, TERMS, "tf_basic"))).as(part).isInstanceOf(OaiFormatException.class);
            assertThatThrownBy(() -> split(joined(DC, part, "other"))).as(part).isInstanceOf(OaiFormatException.class);
        }
        assertThatThrownBy(() -> split(joined(DC, "<m xmlns=\"urn:a\"/>", "tf_basic"))).isInstanceOf(OaiFormatException.class);
    }

    @Test
    void unknownIndexFormat_isSplitToo() throws OaiFormatException {
        assertThat(split(joined(DC, "<m xmlns=\"urn:a\"/>", "other")).format()).isEqualTo("other");
    }

    @Test
    void randomMetadata_isCutAsAParserCutsIt() throws OaiFormatException {
        Random random = new Random(15);
        for (int i = 0; i < 2_000; i++) {
            String metadata = element(random, 0);
            IndexedFragment.Parts parts = split(joined(metadata, TERMS, "tf_basic"));
            // White space after the root's tag makes the parser read the same record.
            IndexedFragment.Parts parsed = split(joined(metadata, TERMS, "tf_basic").replaceFirst("<metadata>", "<metadata> "));
            assertThat(parts).as(metadata).isEqualTo(parsed);
        }
    }

    private static String element(Random random, int depth) {
        String name = random.nextInt(3) == 0 ? "p:n" : "n";
        StringBuilder text = new StringBuilder("<").append(name);
        if (depth == 0) {
            text.append(" xmlns:p=\"urn:p\" xmlns=\"urn:n\"");
        }
        if (random.nextInt(3) == 0) {
            text.append(random.nextBoolean() ? " a='\"/>'" : " a=\"'/metadata>\"");
        }
        if (random.nextInt(4) == 0) {
            return text.append("/>").toString();
        }
        text.append(">");
        for (int i = 0; i < 4 && depth < 4; i++) {
            text.append(switch (random.nextInt(7)) {
                case 0 -> "<!-- <" + name + "> -->";
                case 1 -> "<![CDATA[</" + name + ">]]]>";
                case 2 -> "<?x </" + name + ">?>";
                case 3 -> "é > ]] 𝄞";
                case 4 -> "&lt;/metadata&gt;";
                default -> element(random, depth + 1);
            });
        }
        return text.append("</").append(name).append(random.nextBoolean() ? ">" : "\n>").toString();
    }

    @Test
    void combinedPrefixes_areSplitAtTheLastDivider() {
        assertThat(CombinedFormat.of(new MetadataPrefix("oai_dc__tf_basic")))
                .hasValue(new CombinedFormat(MetadataPrefix.OAI_DC, CombinedFormat.Index.TF_BASIC));
        assertThat(CombinedFormat.of(new MetadataPrefix("a__b__terms")).orElseThrow().metadata().value()).isEqualTo("a__b");
        for (String none : List.of("oai_dc", "oai_dc__other", "__tf_basic", "oai_dc_tf_basic", "oai_dc__tf_basic.2",
                "oai_dc__")) {
            assertThat(CombinedFormat.of(new MetadataPrefix(none))).as(none).isEmpty();
        }
        assertThat(CombinedFormat.of(new MetadataFormat(new MetadataPrefix("oai_dc__tf_basic"), "", "urn:other"))).isEmpty();
    }
}
