package dev.sheaf.transfer.imports;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.LocalIdentifier;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.transfer.imports.mapping.ItemUri;
import dev.sheaf.transfer.imports.xml.KnownFormats;

/** Naming of imported formats by their namespaces, and of items without an identifier by their place. Not thread-safe. */
final class Naming {

    private final Supplier<String> repositoryIdentifier;
    private final String source;
    private final @Nullable MetadataPrefix given;
    private final KnownFormats formats;
    private final Map<String, MetadataFormat> byRequestedPrefix = new HashMap<>();

    /**
     * Creates the naming for one import.
     *
     * @param repositoryIdentifier part of this hub's local identifiers after {@code oai:}
     * @param source source of the import
     * @param given prefix for all records; null to choose it by their namespaces
     * @param formats formats of the source
     */
    Naming(String repositoryIdentifier, String source, @Nullable MetadataPrefix given, KnownFormats formats) {
        this(() -> repositoryIdentifier, source, given, formats);
    }

    /**
     * Creates the naming for one import into a hub whose identifier domain may still be provisional.
     *
     * @param repositoryIdentifier part of this hub's local identifiers after {@code oai:}; requested when the first one is assigned
     * @param source source of the import
     * @param given prefix for all records; null to choose it by their namespaces
     * @param formats formats of the source
     */
    Naming(Supplier<String> repositoryIdentifier, String source, @Nullable MetadataPrefix given, KnownFormats formats) {
        this.repositoryIdentifier = repositoryIdentifier;
        this.source = source;
        this.given = given;
        this.formats = formats;
    }

    /** Returns the formats named so far. */
    KnownFormats formats() {
        return formats;
    }

    /** Returns the prefix for all records; null if it is chosen by their namespaces. */
    @Nullable
    MetadataPrefix given() {
        return given;
    }

    /**
     * Returns the format of a record.
     *
     * @param called prefix in the file; null if there is none
     */
    MetadataFormat format(XmlFragment metadata, @Nullable MetadataPrefix called) {
        MetadataFormat format = given != null
                ? formats.of(given, XmlFragments.rootNamespace(metadata))
                : formats.of(metadata);
        if (called != null) {
            byRequestedPrefix.putIfAbsent(called.value(), format);
        }
        return format;
    }

    /** Returns the format of a record without metadata: that of other records with the same prefix in the file. */
    MetadataFormat formatOfDeleted(@Nullable MetadataPrefix called) {
        if (given != null) {
            return formats.of(given, "");
        }
        if (called == null) {
            return MetadataFormat.OAI_DC;
        }
        MetadataFormat known = byRequestedPrefix.get(called.value());
        return known != null ? known : formats.of(called, "");
    }

    /** Returns the identifier of an item with a name of its own: a URI is kept, any other name becomes part of a local identifier. */
    String identifier(String own) {
        return ItemUri.is(own) ? own : localIdentifier(own);
    }

    /** Returns an identifier for an item that has none, see {@link LocalIdentifier}. */
    String localIdentifier(String name) {
        return LocalIdentifier.of(repositoryIdentifier.get(), source, name);
    }
}
