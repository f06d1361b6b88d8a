package dev.sheaf.platform.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import javax.xml.validation.ValidatorHandler;

import dev.sheaf.validator.ResponseSchemas;

import static org.assertj.core.api.Assertions.assertThat;

/** Judges responses by the project's own schemas, and by the published ones where these lie next to the checkout. */
public final class ResponseCheck {

    private static final Path PUBLISHED = Path.of("..", "..", "shared", "schemas");
    private static final List<ResponseSchemas> SCHEMAS = load();

    private ResponseCheck() {}

    private static List<ResponseSchemas> load() {
        try {
            return Files.isDirectory(PUBLISHED)
                    ? List.of(ResponseSchemas.own(), ResponseSchemas.load(PUBLISHED))
                    : List.of(ResponseSchemas.own());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The published schemas of protocol 1.1; empty where they do not lie next to the checkout. */
    public static Optional<ResponseSchemas> early() throws IOException {
        return Files.isDirectory(PUBLISHED)
                ? Optional.of(ResponseSchemas.load(PUBLISHED, "oai-1.1-all.xsd"))
                : Optional.empty();
    }

    /** Returns new handlers that check what a parser tells them, one for each set of schemas. */
    static List<ValidatorHandler> handlers() {
        return SCHEMAS.stream().map(ResponseSchemas::handler).toList();
    }

    /** Fails when a response is not valid. */
    public static void check(byte[] response) {
        for (ResponseSchemas schemas : SCHEMAS) {
            assertThat(schemas.faults(response)).as(new String(response, StandardCharsets.UTF_8)).isEmpty();
        }
    }
}
