package dev.sheaf.core.address;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The clients that a repository is open to, by address. Where an address is in several blocks, the narrowest decides; a block that is both
 * denied and allowed counts as denied. Immutable.
 *
 * @param allowed addresses that are served
 * @param denied addresses that are refused; {@link AddressBlock#ALL} refuses all but the allowed ones
 */
public record AccessList(List<AddressBlock> allowed, List<AddressBlock> denied) {

    /** Open to every client. */
    public static final AccessList OPEN = new AccessList(List.of(), List.of());

    /** The verdict of an access list on an address. */
    public enum Verdict {
        /** The address is expressly allowed. */
        ALLOWED,
        /** The address is refused. */
        DENIED,
        /** The list says nothing of the address, so it is served like any other. */
        UNLISTED
    }

    /** Copies the lists. */
    public AccessList {
        allowed = List.copyOf(allowed);
        denied = List.copyOf(denied);
    }

    /** Returns the verdict on an address. */
    public Verdict of(IpAddress address) {
        int allowing = narrowest(allowed, address);
        int denying = narrowest(denied, address);
        return allowing > denying ? Verdict.ALLOWED : denying < 0 ? Verdict.UNLISTED : Verdict.DENIED;
    }

    /** Returns true if requests from an address are answered. */
    public boolean admits(IpAddress address) {
        return of(address) != Verdict.DENIED;
    }

    /** Returns true if the list refuses no address. */
    public boolean isOpen() {
        return denied.isEmpty();
    }

    /** Returns true if the other list admits every address that this list admits. */
    public boolean isWithin(AccessList other) {
        if (other.isOpen()) {
            return true;
        }
        // The verdicts change only where a block begins and after a block ends, so it is enough to compare one address of each interval.
        List<IpAddress> samples = new ArrayList<>();
        AddressBlock.ALL.forEach(block -> samples.add(block.network()));
        Stream.of(allowed, denied, other.allowed, other.denied).flatMap(List::stream).forEach(block -> {
            samples.add(block.network());
            samples.add(behind(block));
        });
        return samples.stream().allMatch(sample -> !admits(sample) || other.admits(sample));
    }

    /**
     * Returns the address after the last one of a block. After the highest address it returns the lowest one, which is harmless in a
     * sample.
     */
    private static IpAddress behind(AddressBlock block) {
        int bit = IpAddress.BITS - block.bits();
        IpAddress first = block.network();
        if (bit >= Long.SIZE) {
            return new IpAddress(bit == IpAddress.BITS ? first.high() : first.high() + (1L << bit - Long.SIZE), first.low());
        }
        long low = first.low() + (1L << bit);
        boolean carry = Long.compareUnsigned(low, first.low()) < 0;
        return new IpAddress(carry ? first.high() + 1 : first.high(), low);
    }

    /** Returns the prefix length of the smallest block that contains an address; -1 if none does. */
    private static int narrowest(List<AddressBlock> blocks, IpAddress address) {
        int narrowest = -1;
        for (AddressBlock block : blocks) {
            if (block.bits() > narrowest && block.contains(address)) {
                narrowest = block.bits();
            }
        }
        return narrowest;
    }
}
