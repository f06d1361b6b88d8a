package dev.sheaf.provider;

import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiResponse;

import static org.assertj.core.api.Assertions.assertThat;

/** Responses are well-formed UTF-8 without characters that XML forbids, for any content of a repository. */
class HostileContentTest {

    private static final List<String> HOSTILE = List.of("\u0000\u0001\u0008\u000b\u001f", "\uFFFE\uFFFF", "\uD800",
            "\uDC00x\uD83D", "]]>",
            "<b>&\"'", "<!--", "<?xml?>", "\r\n\t", "\u0085\u2028", "é𝄞", "&#0;");

    private final ProviderFixture fixture = new ProviderFixture();

    @BeforeEach
    void fill() {
        fixture.provider = new DataProvider(fixture.repository, fixture.settings.withPages(100, 100, 100));
        for (int i = 0; i < HOSTILE.size(); i++) {
            String text = HOSTILE.get(i);
            fixture.repository.addSet("s" + i, "Name " + text);
            fixture.repository.put("oai:x:" + text, "2024-03-01T00:00:00Z", "s" + i, "no legal spec " + text);
            fixture.repository.delete("oai:gone:" + text, MetadataFormat.OAI_DC.prefix(), "2024-03-02T00:00:00Z", "s" + i);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"verb=Identify", "verb=ListSets", "verb=ListMetadataFormats",
            "verb=ListIdentifiers&metadataPrefix=oai_dc",
            "verb=ListIdentifiers&metadataPrefix=oai_dc&set=s2"})
    void hostileContent_isWrittenAsLegalXml(String query) throws Exception {
        OaiResponse response = fixture.ask(query);
        assertThat(ProviderFixture.codes(response)).isEmpty();

        String xml = ProviderFixture.xml(response);
        assertThat(xml.codePoints()
                .allMatch(c -> c == '\t' || c == '\n' || c >= 0x20 && c < 0xD800 || c >= 0xE000 && c < 0xFFFE || c > 0xFFFF))
                .isTrue();
        assertThat(xml).doesNotContain("&#0", "&#xFFF", "<b>");
        OaiResponse read = ProviderFixture.throughXml(response);
        assertThat(read.answer().getClass()).isEqualTo(response.answer().getClass());
        if (read.answer() instanceof OaiResponse.ListSets sets) {
            assertThat(sets.sets()).hasSize(HOSTILE.size());
        }
        if (read.answer() instanceof OaiResponse.ListIdentifiers page && !query.contains("set=")) {
            assertThat(page.headers()).hasSize(2 * HOSTILE.size());
        }
    }
}
