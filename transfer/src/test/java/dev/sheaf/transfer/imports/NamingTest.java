package dev.sheaf.transfer.imports;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.transfer.imports.xml.KnownFormats;

import static org.assertj.core.api.Assertions.assertThat;

class NamingTest {

    private static Naming naming(List<MetadataFormat> present) {
        return new Naming("hub.example", "files", null, new KnownFormats(present));
    }

    private static String prefix(Naming naming, String xml) {
        return naming.format(XmlFragment.of(xml), null).prefix().value();
    }

    @Test
    void namespaceOfTheRoot_decidesThePrefix() {
        Naming naming = naming(List.of());
        assertThat(prefix(naming, "<m:record xmlns:m='http://www.loc.gov/MARC21/slim'/>")).isEqualTo("marc21");
        assertThat(prefix(naming, "<mods xmlns='http://www.loc.gov/mods/v3'/>")).isEqualTo("mods");
        assertThat(prefix(naming, "<dc xmlns='http://www.openarchives.org/OAI/2.0/oai_dc/'/>")).isEqualTo("oai_dc");
        assertThat(prefix(naming, "<article/>")).isEqualTo("jats");
        assertThat(prefix(naming, "<Thing xmlns='urn:a'/>")).isEqualTo("thing");
    }

    @Test
    void schemaThatTheFirstRecordNames_isThatOfTheFormat() {
        String mods = "<mods xmlns='http://www.loc.gov/mods/v3' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='";
        Naming naming = naming(List.of());
        assertThat(naming.format(
                XmlFragment
                        .of(mods + "urn:x http://x.example.org/ http://www.loc.gov/mods/v3 http://example.org/mods-3-7.xsd'/>"),
                null).schema()).isEqualTo("http://example.org/mods-3-7.xsd");
        assertThat(naming.format(XmlFragment.of(mods + "http://www.loc.gov/mods/v3 http://example.org/mods-3-6.xsd'/>"), null)
                .schema())
                .as("a format has one schema").isEqualTo("http://example.org/mods-3-7.xsd");
        assertThat(naming(List.of()).format(XmlFragment.of(mods + "http://www.loc.gov/mods/v3'/>"), null).schema())
                .as("half a pair").endsWith("mods-3-8.xsd");
    }

    @Test
    void twoFormatsNeverShareAPrefix() {
        Naming naming = naming(List.of(new MetadataFormat(new MetadataPrefix("thing"), "", "urn:old")));
        assertThat(prefix(naming, "<thing xmlns='urn:a'/>")).isEqualTo("thing.2");
        assertThat(prefix(naming, "<thing xmlns='urn:b'/>")).isEqualTo("thing.3");
        assertThat(prefix(naming, "<thing xmlns='urn:a'/>")).isEqualTo("thing.2");
        assertThat(prefix(naming, "<thing xmlns='urn:old'/>")).isEqualTo("thing");
        assertThat(prefix(naming, "<all xmlns='urn:c'/>")).isEqualTo("all.2");
    }

    @Test
    void otherFormat_isNotNamedOaiDc() {
        Naming naming = naming(List.of());
        assertThat(prefix(naming, "<oai_dc xmlns='urn:mine'/>")).isNotEqualTo("oai_dc");
    }

    @Test
    void deletedRecord_getsTheFormatOfTheOthersInItsFile() {
        Naming naming = naming(List.of());
        naming.format(XmlFragment.of("<m:record xmlns:m='http://www.loc.gov/MARC21/slim'/>"), new MetadataPrefix("marcxml"));
        assertThat(naming.formatOfDeleted(new MetadataPrefix("marcxml")).prefix().value()).isEqualTo("marc21");
        assertThat(naming.formatOfDeleted(new MetadataPrefix("other")).prefix().value()).isEqualTo("other");
    }

    @Test
    void localIdentifiers_leadBackToTheirNames() {
        assertThat(naming(List.of()).localIdentifier("a b/ü%2F#.x")).isEqualTo("oai:hub.example:files/a%20b/%C3%BC%252F%23.x");
    }
}
