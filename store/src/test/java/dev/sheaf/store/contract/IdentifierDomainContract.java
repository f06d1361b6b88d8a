package dev.sheaf.store.contract;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.IdentifierDomain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of {@link IdentifierDomain}. The store under test was opened with the domain {@code hub.example.org}. */
public abstract class IdentifierDomainContract extends FacetContract {

    private static final String FIRST = "hub.example.org";
    private static final String OTHER = "other.example.org";

    private IdentifierDomain domain() {
        return store().identifierDomain();
    }

    private void saveLocalRecord() {
        store().put(Source.imported("books", null));
        OaiRecord record = new OaiRecord(
                new Header("oai:" + FIRST + ":books/1", Datestamp.parse("2024-01-01T00:00:00Z"), List.of(), false),
                XmlFragment.of("<t xmlns=\"urn:t\"/>"));
        store().save(new Batch("books", 1, MetadataFormat.OAI_DC, List.of(record)));
    }

    @Test
    void domain_isTheOneGivenWhenTheStoreWasCreated() {
        assertThat(domain().current()).isEqualTo(FIRST);
        assertThat(domain().isOpen()).as("it was not drawn").isFalse();
    }

    @Test
    void confirmedDomain_cannotBeReplaced() {
        domain().settle(FIRST);
        assertThatThrownBy(() -> domain().settle(OTHER)).isInstanceOf(StoreException.class).hasMessageContaining(FIRST);
        assertThat(domain().current()).isEqualTo(FIRST);
    }

    @Test
    void provisionalDomain_canBeReplacedWhileNoIdentifierUsesIt() {
        domain().rename("drawn" + IdentifierDomain.PROVISIONAL, false);
        assertThat(domain().isOpen()).isTrue();
        domain().settle(OTHER);
        reopen();
        assertThat(domain().current()).isEqualTo(OTHER);
        assertThat(domain().isOpen()).isFalse();
    }

    @Test
    void rename_changesIdentifiersOfLocalRecordsAlone() {
        saveLocalRecord();
        save(1, 1);
        assertThat(domain().rename(OTHER, false)).isEqualTo(1);
        assertThat(domain().current()).isEqualTo(OTHER);
        assertThat(store().get("books", MetadataPrefix.OAI_DC, "oai:" + OTHER + ":books/1")).isPresent();
        assertThat(store().get("books", MetadataPrefix.OAI_DC, "oai:" + FIRST + ":books/1")).isEmpty();
        assertThat(store().get("a", MetadataPrefix.OAI_DC, identifier(1))).isPresent();
    }

    @Test
    void rename_toTheSameDomain_changesNothing() {
        saveLocalRecord();
        assertThat(domain().rename(FIRST, false)).isZero();
        assertThat(store().get("books", MetadataPrefix.OAI_DC, "oai:" + FIRST + ":books/1")).isPresent();
    }

    @Test
    void firstHarvestByAClient_isStoredOnce() {
        assertThat(domain().firstHarvest()).isEmpty();
        domain().noteHarvest(START, "192.0.2.7");
        domain().noteHarvest(START.plusSeconds(60), "192.0.2.8");
        reopen();
        assertThat(domain().firstHarvest()).contains(new IdentifierDomain.FirstHarvest(START, "192.0.2.7"));
    }

    @Test
    void renameAfterAHarvest_needsForce() {
        saveLocalRecord();
        domain().noteHarvest(START, "192.0.2.7");
        assertThatThrownBy(() -> domain().rename(OTHER, false)).isInstanceOf(StoreException.class)
                .hasMessageContaining("192.0.2.7");
        assertThat(domain().current()).isEqualTo(FIRST);
        assertThat(domain().rename(OTHER, true)).isEqualTo(1);
        assertThat(domain().current()).isEqualTo(OTHER);
    }
}
