package dev.sheaf.core.description;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Statement that a gateway makes this repository from another source (guidelines for gateways). An Identify holds at most one.
 *
 * @param source address of the original source
 * @param gatewayDescription address of the description that the gateway conforms to
 * @param gatewayAdmins e-mail addresses, at least one
 * @param gatewayUrl common beginning of the base URLs of all repositories of the gateway; null if there is none
 * @param gatewayNotes address of further notes; null if there are none
 */
public record Gateway(String source, String gatewayDescription, List<String> gatewayAdmins, @Nullable String gatewayUrl,
        @Nullable String gatewayNotes) implements Description {

    /** Copies and checks the components. */
    public Gateway {
        source = Check.text("source of a gateway", source);
        gatewayDescription = Check.uri("gatewayDescription", gatewayDescription);
        gatewayAdmins = gatewayAdmins.stream().map(address -> Check.email("gatewayAdmin", address)).toList();
        if (gatewayAdmins.isEmpty()) {
            throw new IllegalArgumentException("the gateway has no gatewayAdmin; at least one is required");
        }
        gatewayUrl = Check.optionalUri("gatewayURL", gatewayUrl);
        gatewayNotes = Check.optionalUri("gatewayNotes", gatewayNotes);
    }
}
