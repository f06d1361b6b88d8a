package dev.sheaf.core.description;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DumpOfferTest {

    private static final DumpOffer OFFER = new DumpOffer("https://hub.example.org/dumps/a/manifest.json",
            "https://hub.example.org/.well-known/resourcesync");

    private static XmlFragment written(String... typeAndIdentifiers) {
        List<DublinCoreDescription.Statement> statements = new ArrayList<>();
        statements.add(new DublinCoreDescription.Statement("type", typeAndIdentifiers[0], null));
        for (int i = 1; i < typeAndIdentifiers.length; i++) {
            statements.add(new DublinCoreDescription.Statement("identifier", typeAndIdentifiers[i], null));
        }
        return ContainerWriter.write(new DublinCoreDescription(statements));
    }

    @Test
    void offerAmongOtherDescriptions_isFoundAsItWasWritten() {
        List<XmlFragment> descriptions = List.of(ContainerWriter.write(new Friends(List.of("http://a.org/"))),
                ContainerWriter.write(DublinCoreDescription.ofText("All about it")), ContainerWriter.write(OFFER.description()));
        assertThat(DumpOffer.find(descriptions)).contains(OFFER);
    }

    @Test
    void offerWithoutResourceSync_isFound() {
        DumpOffer plain = new DumpOffer("http://hub.example.org/manifest.json", null);
        assertThat(DumpOffer.find(List.of(ContainerWriter.write(plain.description())))).contains(plain);
    }

    @Test
    void descriptionsWithoutAUsableAddress_areNoOffers() {
        assertThat(DumpOffer.find(List.of(written("text", "http://a.org/manifest.json")))).isEmpty();
        assertThat(DumpOffer.find(List.of(written(Namespaces.DUMPS)))).isEmpty();
        assertThat(DumpOffer.find(List.of(written(Namespaces.DUMPS, "file:///etc/passwd")))).isEmpty();
        assertThat(DumpOffer.find(List.of(written(Namespaces.DUMPS, "http://a.org/1", "http://a.org/2")))).isEmpty();
    }

    @Test
    void addressOfAnotherScheme_isRefused() {
        assertThatThrownBy(() -> new DumpOffer("ftp://a.org/manifest.json", null)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("manifest of a dump");
    }
}
