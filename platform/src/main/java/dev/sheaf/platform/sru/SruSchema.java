package dev.sheaf.platform.sru;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Namespaces;
import dev.sheaf.formats.crosswalk.TargetFormat;

/** Schemas in which records are retrieved. */
enum SruSchema {
    /** Dublin Core, the default. */
    DC("dc", "Dublin Core", null, "", "info:srw/schema/1/dc-v1.1", "http://purl.org/dc/elements/1.1/"),
    /** MARC in XML. */
    MARCXML("marcxml", "MARCXML", TargetFormat.MARC21, Namespaces.MARC21, "info:srw/schema/1/marcxml-v1.1"),
    /** MODS, in the version that the crosswalk makes. Clients may name it by the address of an older version. */
    MODS("mods", "MODS", TargetFormat.MODS, Namespaces.MODS, "info:srw/schema/1/mods-v3.8",
            "info:srw/schema/1/mods-v3.3"),
    /** Dublin Core in the container of OAI-PMH, as stored. */
    OAI_DC("oai_dc", "Dublin Core of OAI-PMH", TargetFormat.OAI_DC, Namespaces.OAI_DC, Namespaces.OAI_DC);

    private final String text;
    private final String title;
    /** A record of texts. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final @Nullable TargetFormat format;
    private final String namespace;
    /** Immutable. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> uris;

    SruSchema(String text, String title, @Nullable TargetFormat format, String namespace, String... uris) {
        this.text = text;
        this.title = title;
        this.format = format;
        this.namespace = namespace;
        this.uris = List.of(uris);
    }

    /** Returns the short name. */
    String text() {
        return text;
    }

    /** Returns the name for people. */
    String title() {
        return title;
    }

    /** Returns the address that names it. */
    String uri() {
        return uris.getFirst();
    }

    /** Returns the format that crosswalks make for it; null for the one that is written here. */
    @Nullable
    TargetFormat format() {
        return format;
    }

    /** Returns the namespace of the records of sources that can be used as they are; empty if there is none. */
    String namespace() {
        return namespace;
    }

    /** Returns the schema of a short name or an address; empty if it is unknown. */
    static Optional<SruSchema> of(String name) {
        return List.of(values()).stream().filter(schema -> schema.text.equals(name) || schema.uris.contains(name)).findFirst();
    }
}
