package dev.sheaf.core.description;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Tells that a repository is made by a gateway from something else (guidelines for gateways). At most one in an Identify.
 *
 * @param source address of what is behind the gateway
 * @param gatewayDescription address of what the gateway follows
 * @param gatewayAdmins e-mail addresses, at least one
 * @param gatewayUrl what the base URLs of all repositories of the gateway begin with; null when there is no such thing
 * @param gatewayNotes address of more; null when there is none
 */
public record Gateway(String source, String gatewayDescription, List<String> gatewayAdmins, @Nullable String gatewayUrl,
        @Nullable String gatewayNotes) implements Description {

    /** Copies and checks. */
    public Gateway {
        source = Check.text("source of a gateway", source);
        gatewayDescription = Check.uri("gatewayDescription", gatewayDescription);
        gatewayAdmins = gatewayAdmins.stream().map(address -> Check.email("gatewayAdmin", address)).toList();
        if (gatewayAdmins.isEmpty()) {
            throw new IllegalArgumentException("a gateway names at least one gatewayAdmin");
        }
        gatewayUrl = Check.optionalUri("gatewayURL", gatewayUrl);
        gatewayNotes = Check.optionalUri("gatewayNotes", gatewayNotes);
    }
}
