package dev.sheaf.bench.fuzztime;

import java.util.List;

/**
 * Parser of untrusted bytes.
 *
 * @param name name for people
 * @param ordinary ordinary inputs; the fastest one is the measure of all others
 * @param words parts of inputs with a meaning for the parser
 * @param hostile shapes that were slow in the past
 * @param part factor on the default sizes of inputs: 1, or less if a byte takes long and values are short anyway
 * @param reading reads an input
 */
record Parser(String name, List<Shape> ordinary, List<String> words, List<Shape> hostile, double part,
        Reading reading) {

    /** Creates a parser of inputs with the default sizes. */
    Parser(String name, List<Shape> ordinary, List<String> words, List<Shape> hostile, Reading reading) {
        this(name, ordinary, words, hostile, 1, reading);
    }

    /** Reader of an input to its end. */
    @FunctionalInterface
    interface Reading {

        /**
         * Reads an input.
         *
         * @throws Exception if the input is refused; an unchecked exception is a fault of the parser
         */
        void read(byte[] input) throws Exception;
    }

    Parser {
        ordinary = List.copyOf(ordinary);
        words = List.copyOf(words);
        hostile = List.copyOf(hostile);
    }
}
