package dev.sheaf.store.contract;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.records.OwnCrosswalk;
import dev.sheaf.store.records.OwnCrosswalks;
import dev.sheaf.store.records.OwnSchema;
import dev.sheaf.store.records.OwnSchemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of {@link OwnCrosswalks} and {@link OwnSchemas}. */
public abstract class OwnFilesContract extends FacetContract {

    private static final MetadataPrefix MARC = new MetadataPrefix("marc");
    private static final MetadataPrefix MODS = new MetadataPrefix("mods");

    private static OwnCrosswalk crosswalk(String name, String text) {
        return new OwnCrosswalk(name, MARC, null, MetadataFormat.OAI_DC, text.getBytes(UTF_8));
    }

    private static OwnSchema schema(String file, String text) {
        return new OwnSchema(file, "urn:" + file, text.getBytes(UTF_8));
    }

    @Test
    void crosswalk_isKeptWithAllItsParts() {
        OwnCrosswalk byNamespace = new OwnCrosswalk("b", null, "urn:in", MetadataFormat.OAI_DC, "<b/>".getBytes(UTF_8));
        store().ownCrosswalks().put(byNamespace);
        store().ownCrosswalks().put(crosswalk("a", "<a/>"));
        reopen();
        assertThat(store().ownCrosswalks().all()).usingRecursiveFieldByFieldElementComparator()
                .containsExactly(crosswalk("a", "<a/>"), byNamespace);
    }

    @Test
    void crosswalkOfTheSameName_replacesTheFormerOne() {
        store().ownCrosswalks().put(crosswalk("a", "<a/>"));
        store().ownCrosswalks().put(crosswalk("a", "<new/>"));
        assertThat(store().ownCrosswalks().all()).hasSize(1);
        assertThat(store().ownCrosswalks().find("a").orElseThrow().stylesheet()).asString(UTF_8).isEqualTo("<new/>");
    }

    @Test
    void removedCrosswalk_isGone_andRemovalOfAnUnknownOneIsNoError() {
        store().ownCrosswalks().put(crosswalk("a", "<a/>"));
        store().ownCrosswalks().remove("a");
        store().ownCrosswalks().remove(UNKNOWN);
        assertThat(store().ownCrosswalks().find("a")).isEmpty();
        assertThat(store().ownCrosswalks().all()).isEmpty();
    }

    @Test
    void schemasOfAFormat_keepTheirOrder() {
        store().ownSchemas().put(MARC, List.of(schema("z.xsd", "<z/>"), schema("a.xsd", "<a/>")));
        reopen();
        assertThat(store().ownSchemas().of(MARC)).usingRecursiveFieldByFieldElementComparator()
                .containsExactly(schema("z.xsd", "<z/>"), schema("a.xsd", "<a/>"));
        assertThat(store().ownSchemas().files()).isEqualTo(Map.of("marc", List.of("z.xsd", "a.xsd")));
        assertThat(store().ownSchemas().find("a.xsd").orElseThrow().xsd()).asString(UTF_8).isEqualTo("<a/>");
        assertThat(store().ownSchemas().find("b.xsd")).isEmpty();
        assertThat(store().ownSchemas().of(MODS)).isEmpty();
    }

    @Test
    void newSchemasOfAFormat_replaceTheFormerOnes() {
        store().ownSchemas().put(MARC, List.of(schema("a.xsd", "<a/>"), schema("b.xsd", "<b/>")));
        store().ownSchemas().put(MARC, List.of(schema("b.xsd", "<new/>")));
        assertThat(store().ownSchemas().files()).isEqualTo(Map.of("marc", List.of("b.xsd")));
        store().ownSchemas().put(MARC, List.of());
        assertThat(store().ownSchemas().files()).isEmpty();
    }

    @Test
    void fileNameOfAnotherFormat_isRefused_andNothingChanges() {
        store().ownSchemas().put(MARC, List.of(schema("a.xsd", "<a/>")));
        store().ownSchemas().put(MODS, List.of(schema("b.xsd", "<b/>")));
        assertThatThrownBy(() -> store().ownSchemas().put(MODS, List.of(schema("c.xsd", "<c/>"), schema("a.xsd", "<other/>"))))
                .isInstanceOf(StoreException.class).hasMessageContaining("a.xsd").hasMessageContaining("marc");
        assertThat(store().ownSchemas().files()).isEqualTo(Map.of("marc", List.of("a.xsd"), "mods", List.of("b.xsd")));
    }
}
