package dev.sheaf.platform.server;

import java.util.List;

import io.javalin.http.Context;

import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.address.IpAddress;

/** Recognition of requests from the machine itself that no proxy has forwarded. */
public final class LocalRequests {

    private static final List<String> FORWARDING = List.of("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via");
    private static final List<AddressBlock> LOOPBACK = List.of(AddressBlock.parse("127.0.0.0/8"), AddressBlock.parse("::1"));

    private LocalRequests() {}

    /** Returns true if a request comes from this machine and no proxy has forwarded it. */
    public static boolean isLocal(Context context, ClientAddresses clients) {
        IpAddress client = clients.of(context);
        return LOOPBACK.stream().anyMatch(block -> block.contains(client))
                && FORWARDING.stream().allMatch(header -> context.header(header) == null);
    }
}
