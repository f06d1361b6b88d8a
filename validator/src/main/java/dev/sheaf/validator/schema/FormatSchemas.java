package dev.sheaf.validator.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import javax.xml.validation.Schema;
import javax.xml.validation.ValidatorHandler;

import org.jspecify.annotations.Nullable;

/**
 * Schemas of metadata formats that an operator gives, and that the source names. Those of a folder come first. Each is compiled once, when
 * it is first needed. For one thread.
 */
public final class FormatSchemas {

    private final @Nullable FolderSource folder;
    private final @Nullable SchemaSource web;
    private final Map<String, Optional<Schema>> compiled = new LinkedHashMap<>();
    private final Map<String, String> outcomes = new LinkedHashMap<>();
    private final Map<String, String> faults = new LinkedHashMap<>();

    /**
     * Begins without a compiled schema.
     *
     * @param folder with schemas of one's own; null for none
     * @param web where the schemas are fetched that the source names; null to fetch none
     */
    public FormatSchemas(@Nullable FolderSource folder, @Nullable SchemaSource web) {
        this.folder = folder;
        this.web = web;
    }

    /** Returns no schemas. */
    public static FormatSchemas none() {
        return new FormatSchemas(null, null);
    }

    /**
     * Takes a format that the source offers, and fetches its schema when that is wanted and no schema is there yet. Network failures are
     * outcomes, not exceptions.
     *
     * @param address of the schema, as the source names it
     */
    public void offer(String namespace, String address) {
        SchemaSource from = web;
        if (outcomes.containsKey(namespace) || handler(namespace) != null || from == null) {
            return;
        }
        try {
            SchemaDocument document = from.find(namespace, address)
                    .orElseThrow(() -> new SchemaFault("'" + address + "' is no address on the web"));
            if (!document.targetNamespace().equals(namespace)) {
                throw new SchemaFault(address + " is a schema of the namespace '" + document.targetNamespace() + "'");
            }
            compiled.put(namespace, Optional.of(SchemaCompiler.compile(document, sources())));
            outcomes.put(namespace, "");
        } catch (SchemaFault fault) {
            outcomes.put(namespace, text(fault));
        }
    }

    /** Returns why schemas of the folder cannot be used, by namespace, as far as they were needed. */
    public Map<String, String> faults() {
        return Map.copyOf(faults);
    }

    /** Returns the outcome of each schema that was fetched, by namespace: why it cannot be used, or an empty text. */
    public Map<String, String> outcomes() {
        return Map.copyOf(outcomes);
    }

    /** Returns a new handler that checks elements of a namespace; null when there is no schema of it. */
    public @Nullable ValidatorHandler handler(String namespace) {
        return compiled.computeIfAbsent(namespace, this::ofFolder).map(Schema::newValidatorHandler).orElse(null);
    }

    private Optional<Schema> ofFolder(String namespace) {
        FolderSource given = folder;
        Optional<SchemaDocument> document = given == null || namespace.isEmpty()
                ? Optional.empty()
                : given.ofNamespace(namespace);
        if (document.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(SchemaCompiler.compile(document.get(), sources()));
        } catch (SchemaFault fault) {
            faults.put(namespace, text(fault));
            return Optional.empty();
        }
    }

    private static String text(SchemaFault fault) {
        return String.join("; ", fault.faults().stream().limit(3).toList());
    }

    private SchemaSource sources() {
        SchemaSource first = folder == null ? SchemaSource.NONE : folder;
        return web == null ? first : first.or(web);
    }
}
