package dev.sheaf.platform.server.load;

import java.time.InstantSource;
import java.util.Optional;

import io.javalin.http.Context;

import dev.sheaf.core.address.IpAddress;
import dev.sheaf.provider.flow.FlowControl;
import dev.sheaf.provider.flow.FlowDecision;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.provider.flow.RequestLimit;

/**
 * A client whose signature was verified, with a quota of its own: its requests are not counted for the address they come from. Thread-safe.
 */
public final class VerifiedSigner {

    private static final String ATTRIBUTE = VerifiedSigner.class.getName();
    private static final int SECONDS_OF_A_STUBBORN_CLIENT = 60;
    /** The quota has one client only, so that any address will do. */
    private static final IpAddress THE_CLIENT = IpAddress.parse("0.0.0.0");

    private final String origin;
    private final FlowControl quota;

    /**
     * Creates a signer with an unused quota.
     *
     * @param origin scheme, host and port of its key directory
     * @param perMinute requests in a minute, in the long run, and at once; at least 1
     */
    public VerifiedSigner(String origin, int perMinute, InstantSource clock) {
        this.origin = origin;
        this.quota = new FlowControl(FlowRules.NONE.withLimit(
                new RequestLimit(perMinute, perMinute, RequestLimit.MOST_REQUESTS, RequestLimit.BLOCKED_FOR)), clock);
    }

    /** Returns scheme, host and port of the signer's key directory. */
    public String origin() {
        return origin;
    }

    /** Counts a request, and returns the seconds after which the signer may ask again; 0 if the request is within its quota. */
    public int count() {
        return switch (quota.decide(THE_CLIENT)) {
            case FlowDecision.Serve _,FlowDecision.Redirect _ -> 0;
            case FlowDecision.RetryAfter wait -> wait.seconds();
            case FlowDecision.Forbidden _ -> SECONDS_OF_A_STUBBORN_CLIENT;
        };
    }

    /** Notes that the signature of a request is this signer's. */
    public void attachTo(Context context) {
        context.attribute(ATTRIBUTE, this);
    }

    /** Returns the signer of a request; empty if it has no signature that was verified. */
    public static Optional<VerifiedSigner> of(Context context) {
        return Optional.ofNullable(context.attribute(ATTRIBUTE));
    }
}
