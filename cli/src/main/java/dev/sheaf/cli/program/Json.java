package dev.sheaf.cli.program;

import java.util.function.Consumer;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/** Writer of results as JSON. It uses only the generator, because data binding would cost every command a tenth of a second. */
public final class Json {

    private Json() {}

    /** Writes one value and ends the line. */
    public static void write(Console console, Consumer<JsonGenerator> value) {
        JsonFactory factory = JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
        try (JsonGenerator generator = factory.createGenerator(ObjectWriteContext.empty(), console.results())) {
            value.accept(generator);
        }
        console.result("");
    }
}
