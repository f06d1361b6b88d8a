package dev.sheaf.platform.gateway;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Content of the page of the gateway.
 *
 * @param action link to the gateway, to which its forms are sent
 * @param gatewayUrl public address of the gateway
 * @param notice outcome of an initiation or termination; null for none
 * @param isTrouble true if that was refused
 * @param count number of static repositories that the gateway answers for
 * @param repositories the first of them
 */
public record GatewayPage(String action, String gatewayUrl, @Nullable String notice, boolean isTrouble, long count,
        List<Row> repositories) {

    /** Copies the list. */
    public GatewayPage {
        repositories = List.copyOf(repositories);
    }

    /**
     * A static repository.
     *
     * @param url address of its file
     * @param baseUrl base URL for harvesters
     * @param href link to its Identify
     * @param state for people
     */
    public record Row(String url, String baseUrl, String href, String state) {}
}
