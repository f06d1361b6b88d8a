package dev.sheaf.platform.imports;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.LocalIdentifier;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.platform.imports.mapping.ItemUri;
import dev.sheaf.platform.imports.xml.KnownFormats;

/** Names what an import brings: formats by their namespaces, items without an identifier by where they stand. Not thread-safe. */
final class Naming {

    private final Supplier<String> repositoryIdentifier;
    private final String source;
    private final @Nullable MetadataPrefix given;
    private final KnownFormats formats;
    private final Map<String, MetadataFormat> byRequestedPrefix = new HashMap<>();

    /**
     * Creates the names of one import.
     *
     * @param repositoryIdentifier of this hub, the part after {@code oai:} of identifiers that it mints
     * @param source that is filled
     * @param given the prefix that all records are to have; null when it follows from them
     * @param formats of the source
     */
    Naming(String repositoryIdentifier, String source, @Nullable MetadataPrefix given, KnownFormats formats) {
        this(() -> repositoryIdentifier, source, given, formats);
    }

    /**
     * Creates the naming for one import into a hub whose identifier domain may still be provisional.
     *
     * @param repositoryIdentifier of this hub; requested when the first local identifier is assigned
     * @param source that is filled
     * @param given the prefix that all records are to have; null when it follows from them
     * @param formats of the source
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

    /** The prefix that all records are to have; null when it follows from them. */
    @Nullable
    MetadataPrefix given() {
        return given;
    }

    /**
     * Returns the format of a record.
     *
     * @param called what the file calls it; null when it does not
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

    /** Returns the format of a record of which only the header is left: that of others which the file called so. */
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

    /** The identifier of an item that is called so where it comes from: a URI is kept, anything else becomes part of one. */
    String identifier(String own) {
        return ItemUri.is(own) ? own : localIdentifier(own);
    }

    /** Returns an identifier for an item that has none, see {@link LocalIdentifier}. */
    String localIdentifier(String name) {
        return LocalIdentifier.of(repositoryIdentifier.get(), source, name);
    }
}
