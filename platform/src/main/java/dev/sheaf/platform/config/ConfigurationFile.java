package dev.sheaf.platform.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLFactory;

import dev.sheaf.transfer.YamlFault;

/**
 * Contents of the YAML configuration file: settings with plain values, and options of single repositories.
 *
 * @param values settings in the file with their values
 * @param repositories options of single repositories
 */
public record ConfigurationFile(Map<Setting, String> values, RepositoryOptions.OfAll repositories) {

    /** Empty configuration. */
    public static final ConfigurationFile NONE = new ConfigurationFile(Map.of(), RepositoryOptions.OfAll.DEFAULTS);

    private static final long MAX_BYTES = 1 << 20;
    private static final String EVERYTHING = "everything";
    private static final String REPOSITORIES = "repositories";
    private static final String DEFAULTS = "defaults";
    private static final List<String> SECTIONS = List.of(DEFAULTS, EVERYTHING, REPOSITORIES);

    /**
     * Reader of one value from the middle of a file. The class is loaded only if the file has such a value, because loading it takes as
     * long as a short command.
     */
    private static final class Tree {
        static final ObjectReader READER = JsonMapper.shared().reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    public ConfigurationFile {
        values = Map.copyOf(values);
    }

    /**
     * Reads a file and checks its values.
     *
     * @param known existing settings
     * @throws ConfigurationException if the file cannot be read, is no mapping, or has a name or value that is not acceptable
     */
    public static ConfigurationFile read(Path file, Collection<Setting> known) throws ConfigurationException {
        byte[] bytes;
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new ConfigurationException(file + " is too large for a configuration file");
            }
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException _) {
            throw new ConfigurationException("there is no configuration file " + file);
        } catch (IOException failure) {
            throw new ConfigurationException("cannot read the configuration file " + file + ": " + failure.getMessage());
        }
        try (JsonParser parser = new YAMLFactory().createParser(ObjectReadContext.empty(), bytes)) {
            return content(parser, file, known);
        } catch (JacksonException failure) {
            throw new ConfigurationException(place(file, failure.getLocation()) + ": not readable as YAML: "
                    + YamlFault.of(failure));
        }
    }

    /** The same with the settings of the program itself. */
    public static ConfigurationFile read(Path file) throws ConfigurationException {
        return read(file, Setting.values());
    }

    private static ConfigurationFile content(JsonParser parser, Path file, Collection<Setting> known)
            throws ConfigurationException {
        Map<Setting, String> values = new HashMap<>();
        Map<String, JsonNode> sections = new HashMap<>();
        JsonToken first = parser.nextToken();
        if (first == null || first == JsonToken.VALUE_NULL) {
            return NONE;
        }
        if (first != JsonToken.START_OBJECT) {
            throw new ConfigurationException(file + ": lines like 'port: 8080' are expected");
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            String where = place(file, parser.currentTokenLocation());
            if (SECTIONS.contains(key)) {
                parser.nextToken();
                sections.put(key, Tree.READER.readTree(parser));
                continue;
            }
            Setting setting = known.stream().filter(one -> one.key().equals(key)).findFirst()
                    .orElseThrow(() -> new ConfigurationException(where + ": unknown name '" + key + "'; known are "
                            + names(known)));
            JsonToken token = parser.nextToken();
            if (token == JsonToken.VALUE_NULL) {
                continue;
            }
            if (token == null || !token.isScalarValue()) {
                throw new ConfigurationException(where + ": '" + key + "' takes one plain value");
            }
            String value = parser.getString();
            try {
                setting.check(value);
            } catch (IllegalArgumentException failure) {
                throw new ConfigurationException(where + ": " + (setting.secret() ? "this value" : "'" + value + "'") + " is not"
                        + " acceptable for '" + key + "'; " + failure.getMessage());
            }
            values.put(setting, value);
        }
        try {
            return new ConfigurationFile(values, repositories(sections));
        } catch (ConfigurationException failure) {
            throw new ConfigurationException(file + ": " + failure.getMessage());
        }
    }

    private static RepositoryOptions.OfAll repositories(Map<String, JsonNode> sections) throws ConfigurationException {
        JsonNode defaults = sections.getOrDefault(DEFAULTS, MissingNode.getInstance());
        RepositoryOptions others = RepositoryOptions.read(DEFAULTS, defaults);
        RepositoryOptions everything = RepositoryOptions.read(EVERYTHING,
                over(defaults, sections.getOrDefault(EVERYTHING, MissingNode.getInstance())));
        Section byId = Section.of(REPOSITORIES, sections.getOrDefault(REPOSITORIES, MissingNode.getInstance()));
        Map<String, RepositoryOptions> options = new HashMap<>();
        for (String id : byId.names()) {
            JsonNode own = byId.node(id);
            options.put(id, RepositoryOptions.read(REPOSITORIES + "." + id,
                    over(defaults, own == null ? MissingNode.getInstance() : own)));
        }
        return new RepositoryOptions.OfAll(everything, others, options);
    }

    /** Returns the entries of a repository, completed by defaults. An entry replaces the default of the same name as a whole. */
    private static JsonNode over(JsonNode defaults, JsonNode own) {
        if (!(defaults instanceof ObjectNode common)) {
            return own;
        }
        if (!(own instanceof ObjectNode special)) {
            return own.isMissingNode() || own.isNull() ? defaults : own;
        }
        ObjectNode both = common.deepCopy();
        both.setAll(special);
        return both;
    }

    private static String names(Collection<Setting> known) {
        return known.stream().map(Setting::key).collect(Collectors.joining(", ")) + ", "
                + String.join(", ", SECTIONS);
    }

    private static String place(Path file, TokenStreamLocation location) {
        return file + ", line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
