package dev.sheaf.platform.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;

/** Reads the YAML file of the configuration: one mapping of names to plain values. */
public final class ConfigurationFile {

    private static final long MAX_BYTES = 1 << 20;

    private ConfigurationFile() {}

    /**
     * Reads a file and checks its values.
     *
     * @throws ConfigurationException when it cannot be read, is not such a mapping, or holds a name or value that is not acceptable
     */
    public static Map<Setting, String> read(Path file) throws ConfigurationException {
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
            return values(parser, file);
        } catch (JacksonException failure) {
            throw new ConfigurationException(place(file, failure.getLocation()) + ": not readable as YAML: "
                    + YamlFault.of(failure));
        }
    }

    private static Map<Setting, String> values(JsonParser parser, Path file) throws ConfigurationException {
        Map<Setting, String> values = new EnumMap<>(Setting.class);
        JsonToken first = parser.nextToken();
        if (first == null || first == JsonToken.VALUE_NULL) {
            return values;
        }
        if (first != JsonToken.START_OBJECT) {
            throw new ConfigurationException(file + ": expected are lines like 'port: 8080'");
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            String where = place(file, parser.currentTokenLocation());
            Setting setting = Setting.named(key).orElseThrow(() -> new ConfigurationException(where + ": unknown name '" + key
                    + "'; known are " + known()));
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
        return values;
    }

    private static String known() {
        return Arrays.stream(Setting.values()).map(Setting::key).collect(Collectors.joining(", "));
    }

    private static String place(Path file, TokenStreamLocation location) {
        return file + ", line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
