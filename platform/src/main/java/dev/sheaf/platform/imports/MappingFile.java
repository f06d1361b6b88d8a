package dev.sheaf.platform.imports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;

import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.platform.config.YamlFault;

/**
 * Reads a mapping from YAML:
 *
 * <pre>{@code
 * identifier: id
 * datestamp: updated
 * sets: [source]
 * dc:
 *   title: title
 *   creator: creators
 *   identifier: [identifiers, url]
 * }</pre>
 */
final class MappingFile {

    private static final long MAX_BYTES = 1 << 20;

    private final Path file;
    private final JsonParser parser;

    private @Nullable String identifier;
    private @Nullable String datestamp;
    private List<String> sets = List.of();
    private final Map<String, List<String>> dublinCore = new LinkedHashMap<>();

    private MappingFile(Path file, JsonParser parser) {
        this.file = file;
        this.parser = parser;
    }

    /**
     * Reads a mapping.
     *
     * @throws ImportException with file, line and column when it is not one
     */
    static Mapping read(Path file) throws ImportException {
        byte[] bytes;
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new ImportException("the mapping " + file + " is too large for one");
            }
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException _) {
            throw new ImportException("there is no mapping " + file);
        } catch (IOException failure) {
            throw new ImportException("cannot read the mapping " + file + ": " + failure.getMessage(), failure);
        }
        try (JsonParser parser = new YAMLFactory().createParser(ObjectReadContext.empty(), bytes)) {
            return new MappingFile(file, parser).mapping();
        } catch (JacksonException failure) {
            TokenStreamLocation at = failure.getLocation();
            throw new ImportException(
                    "mapping " + file + (at == null ? "" : ", line " + at.getLineNr() + ", column " + at.getColumnNr())
                            + ": not readable as YAML: " + YamlFault.of(failure),
                    failure);
        }
    }

    private Mapping mapping() throws ImportException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw wrong("expected are lines like 'identifier: id'");
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            switch (key) {
                case "identifier" -> identifier = one(key);
                case "datestamp" -> datestamp = one(key);
                case "sets" -> sets = several(key);
                case "dc" -> dublinCore();
                default -> throw wrong("unknown name '" + key + "'; known are identifier, datestamp, sets, dc");
            }
        }
        if (identifier == null) {
            throw new ImportException(
                    "mapping " + file + ": it does not say where the identifier stands; add a line like 'identifier: id'");
        }
        if (dublinCore.isEmpty()) {
            throw new ImportException(
                    "mapping " + file + ": it maps nothing to Dublin Core; add 'dc:' with a line like '  title: title' below");
        }
        return new Mapping(identifier, datestamp, sets, dublinCore);
    }

    private void dublinCore() throws ImportException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw wrong("below 'dc' expected are lines like '  title: title'");
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String element = parser.currentName();
            if (!DublinCoreWriter.ELEMENTS.contains(element)) {
                throw wrong("'" + element + "' is no element of Dublin Core; these are: "
                        + String.join(", ", DublinCoreWriter.ELEMENTS));
            }
            dublinCore.put(element, several(element));
        }
    }

    private String one(String key) throws ImportException {
        List<String> paths = several(key);
        if (paths.size() != 1) {
            throw wrong("'" + key + "' takes one path");
        }
        return paths.getFirst();
    }

    private List<String> several(String key) throws ImportException {
        List<String> paths = new ArrayList<>();
        JsonToken token = parser.nextToken();
        if (token == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                paths.add(path(key));
            }
        } else {
            paths.add(path(key));
        }
        return paths;
    }

    private String path(String key) throws ImportException {
        JsonToken token = parser.currentToken();
        String path = token != null && token.isScalarValue() && token != JsonToken.VALUE_NULL ? parser.getString() : "";
        if (path.isEmpty() || path.startsWith(".") || path.endsWith(".") || path.contains("..")) {
            throw wrong("'" + key + "' takes a path like title or author.name, or a list of such paths");
        }
        return path;
    }

    private ImportException wrong(String what) {
        TokenStreamLocation at = parser.currentTokenLocation();
        return new ImportException("mapping " + file + ", line " + at.getLineNr() + ", column " + at.getColumnNr() + ": " + what);
    }
}
