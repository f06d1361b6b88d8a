package dev.sheaf.platform.gateway;

import java.time.Duration;

import dev.sheaf.provider.flow.RequestLimit;

/**
 * Limits of the gateway's requests, so that strangers can harm neither the hub nor other servers with it.
 *
 * @param idle longest time without a byte of a file
 * @param total longest time for a file
 * @param ofHarvester requests of one harvester; each causes a request for a file
 * @param ofInitiator initiations and terminations of one client
 * @param atOnce requests under way at the same time
 * @param longestFailure time after which the mediation of a file that cannot be had is ended
 */
record GatewayLimits(Duration idle, Duration total, RequestLimit ofHarvester, RequestLimit ofInitiator, int atOnce,
        Duration longestFailure) {

    /** The usual limits: 15 s without a byte, a minute in all; 120 requests and 10 initiations a minute; 30 days of failures. */
    static final GatewayLimits DEFAULT = new GatewayLimits(Duration.ofSeconds(15), Duration.ofMinutes(1),
            new RequestLimit(120, 60, 20, Duration.ofMinutes(5)), new RequestLimit(10, 10, 20, Duration.ofMinutes(5)), 16,
            Duration.ofDays(30));
}
