package dev.sheaf.cli.source;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

import dev.sheaf.harvester.discovery.Alias;
import dev.sheaf.harvester.discovery.Checked;
import dev.sheaf.harvester.discovery.FoundRepository;
import dev.sheaf.harvester.discovery.Identity;

/**
 * Result of a discovery for one address.
 *
 * @param found found repository
 * @param id id under which it is registered; null if it is not
 * @param state state after the discovery
 * @param alias repository of which it is an alias; null if it is none
 */
record DiscoveredSource(FoundRepository found, @Nullable String id, State state, @Nullable Alias alias) {

    /** State of an address after a discovery. */
    enum State {
        /** Not registered. */
        NEW("new"),
        /** Registered by this discovery. */
        ADDED("added"),
        /** Registered before. */
        KNOWN("known"),
        /** Another address of a repository that is known. */
        ALIAS("alias"),
        /** Requested, but there was no answer of a repository. */
        UNREACHED("not reached");

        private final String text;

        State(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /** Returns a copy after its registration. */
    DiscoveredSource addedAs(String newId) {
        return new DiscoveredSource(found, newId, State.ADDED, alias);
    }

    /** Returns address, state and remarks, separated by tabs. */
    String line() {
        StringBuilder line = new StringBuilder(found.baseUrl().toString()).append('\t').append(state.text());
        if (id != null) {
            line.append(" as ").append(id);
        }
        if (alias != null) {
            line.append(state == State.ALIAS ? " of " : ", alias of ").append(alias.of()).append(": ")
                    .append(alias.explanation());
        }
        line.append('\t');
        switch (found.checked()) {
            case null -> line.append(found.name() == null ? "" : found.name());
            case Checked.Reachable reachable -> line.append(reachable.identity().repositoryName()).append('\t').append("OAI-PMH ")
                    .append(reachable.identity().protocolVersion());
            case Checked.Failed failed -> line.append(failed.reason());
        }
        return line.toString().stripTrailing();
    }

    /** Writes all data as an object. */
    void write(JsonGenerator generator) {
        Identity identity = found.identity();
        generator.writeStartObject();
        generator.writeStringProperty("baseUrl", found.baseUrl().toString());
        text(generator, "id", id);
        generator.writeStringProperty("state", state.name().toLowerCase(java.util.Locale.ROOT));
        text(generator, "name", identity == null ? found.name() : identity.repositoryName());
        text(generator, "namedBy", found.namedBy().isEmpty() ? null : found.namedBy());
        generator.writeNumberProperty("depth", found.depth());
        checked(generator);
        text(generator, "protocolVersion", identity == null ? null : identity.protocolVersion());
        text(generator, "repositoryIdentifier", identity == null ? null : identity.repositoryIdentifier());
        text(generator, "earliestDatestamp", identity == null ? null : identity.earliestDatestamp());
        if (alias == null) {
            generator.writeNullProperty("aliasOf");
        } else {
            generator.writeObjectPropertyStart("aliasOf");
            generator.writeStringProperty("baseUrl", alias.of());
            text(generator, "id", alias.knownAs());
            generator.writeStringProperty("evidence", alias.evidence().name().toLowerCase(java.util.Locale.ROOT));
            generator.writeStringProperty("explanation", alias.explanation());
            generator.writeEndObject();
        }
        generator.writeEndObject();
    }

    private void checked(JsonGenerator generator) {
        switch (found.checked()) {
            case null -> {
                generator.writeNullProperty("reachable");
                generator.writeNullProperty("error");
            }
            case Checked.Reachable reachable -> {
                generator.writeBooleanProperty("reachable", true);
                generator.writeNullProperty("error");
                generator.writeStringProperty("servedFrom", reachable.servedFrom().toString());
                generator.writeNumberProperty("friends", reachable.friends());
            }
            case Checked.Failed failed -> {
                generator.writeBooleanProperty("reachable", false);
                generator.writeStringProperty("error", failed.reason());
            }
        }
    }

    private static void text(JsonGenerator generator, String name, @Nullable String value) {
        if (value == null) {
            generator.writeNullProperty(name);
        } else {
            generator.writeStringProperty(name, value);
        }
    }
}
