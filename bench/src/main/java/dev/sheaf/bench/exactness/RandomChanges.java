package dev.sheaf.bench.exactness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import dev.sheaf.bench.exactness.TextProvider.PublishedText;
import dev.sheaf.fulltext.IndexPolicy;

/** Random changes of collections, as years of use bring them. Each text is at one provider at most. Belongs to one thread. */
final class RandomChanges {

    /** Kinds of operations, with their share in a hundred. */
    enum Operation {
        /** A text is published. */
        ADDITION(40),
        /** A text is replaced by another one, mostly of the same words. */
        CHANGE(23),
        /** A text is withdrawn. */
        DELETION(20),
        /** The title alone is replaced. */
        DESCRIPTION(5),
        /** A text moves to another provider. */
        MOVE(4),
        /** A provider reads all its texts again. */
        CRAWL(3),
        /** The service provider harvests what is new at one provider. */
        HARVEST(4),
        /** The service provider harvests everything at one provider again. */
        FULL_HARVEST(1);

        private final int share;

        Operation(int share) {
            this.share = share;
        }
    }

    private final List<TextProvider> providers;
    private final ServiceProvider service;
    private final Map<String, PublishedText> originals;
    private final List<String> all;
    private final Map<String, TextProvider> places = new LinkedHashMap<>();
    private final Random random;
    private final Map<Operation, Integer> done = new EnumMap<>(Operation.class);

    /** @param originals texts that may be published, by identifier */
    RandomChanges(List<TextProvider> providers, ServiceProvider service, Map<String, PublishedText> originals, Random random) {
        this.providers = providers;
        this.service = service;
        this.originals = originals;
        this.all = List.copyOf(originals.keySet());
        this.random = random;
    }

    /** Returns how many operations of each kind were done. */
    Map<Operation, Integer> done() {
        return done;
    }

    /** Publishes a share of all texts, before the first round. */
    void begin(double share) {
        for (String identifier : all) {
            if (random.nextDouble() < share) {
                add(identifier);
            }
        }
    }

    private void add(String identifier) {
        TextProvider provider = providers.get(random.nextInt(providers.size()));
        provider.publish(identifier, original(identifier));
        places.put(identifier, provider);
    }

    private PublishedText original(String identifier) {
        PublishedText text = originals.get(identifier);
        if (text == null) {
            throw new IllegalArgumentException("there is no text " + identifier);
        }
        return text;
    }

    /** Does one operation. */
    void next() {
        Operation operation = drawn();
        if (operation == Operation.ADDITION && places.size() == all.size()) {
            operation = Operation.CHANGE;
        }
        done.merge(operation, 1, Integer::sum);
        switch (operation) {
            case ADDITION -> add(absent());
            case CHANGE -> {
                String identifier = present();
                at(identifier).publish(identifier, changed(identifier));
            }
            case DELETION -> {
                String identifier = present();
                at(identifier).withdraw(identifier);
                places.remove(identifier);
            }
            case DESCRIPTION -> {
                String identifier = present();
                TextProvider provider = at(identifier);
                provider.publish(identifier,
                        new PublishedText("Title " + random.nextInt(1_000), text(provider, identifier).text()));
            }
            case MOVE -> {
                String identifier = present();
                PublishedText text = text(at(identifier), identifier);
                at(identifier).withdraw(identifier);
                TextProvider other = providers.get(random.nextInt(providers.size()));
                other.publish(identifier, text);
                places.put(identifier, other);
            }
            case CRAWL -> providers.get(random.nextInt(providers.size())).crawl();
            case HARVEST -> service.harvest(providers.get(random.nextInt(providers.size())), false);
            case FULL_HARVEST -> service.harvest(providers.get(random.nextInt(providers.size())), true);
        }
    }

    private Operation drawn() {
        int left = random.nextInt(100);
        for (Operation operation : Operation.values()) {
            left -= operation.share;
            if (left < 0) {
                return operation;
            }
        }
        return Operation.ADDITION;
    }

    private String absent() {
        while (true) {
            String identifier = all.get(random.nextInt(all.size()));
            if (!places.containsKey(identifier)) {
                return identifier;
            }
        }
    }

    private String present() {
        while (true) {
            String identifier = all.get(random.nextInt(all.size()));
            if (places.containsKey(identifier)) {
                return identifier;
            }
        }
    }

    private TextProvider at(String identifier) {
        TextProvider provider = places.get(identifier);
        if (provider == null) {
            throw new IllegalStateException("nobody has " + identifier);
        }
        return provider;
    }

    private static PublishedText text(TextProvider provider, String identifier) {
        PublishedText text = provider.texts().get(identifier);
        if (text == null) {
            throw new IllegalStateException(provider.id() + " does not have " + identifier);
        }
        return text;
    }

    /** Another text: a part of the present one, its words in another order, or with those of a second text. */
    private PublishedText changed(String identifier) {
        PublishedText present = text(at(identifier), identifier);
        List<String> words = new ArrayList<>(List.of(present.text().split("(?<=\\s)")));
        switch (random.nextInt(3)) {
            case 0 -> words.subList(random.nextInt(words.size() + 1) / 2, words.size()).removeIf(_ -> random.nextInt(3) == 0);
            case 1 -> Collections.shuffle(words, random);
            default -> words.add(" " + original(all.get(random.nextInt(all.size()))).text());
        }
        return new PublishedText(present.title(), String.join("", words));
    }

    /** Lets one provider change its policy, and read all its texts again. */
    void changePolicy(List<IndexPolicy> policies) {
        providers.get(random.nextInt(providers.size())).crawl(policies.get(random.nextInt(policies.size())));
    }

    /** Publishes every text as it was at first, wherever it is now. */
    void restore() {
        for (String identifier : all) {
            TextProvider provider = places.get(identifier);
            if (provider == null) {
                add(identifier);
            } else {
                provider.publish(identifier, original(identifier));
            }
        }
    }
}
