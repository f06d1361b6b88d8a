package dev.sheaf.bench.fuzztime;

import java.util.List;

/**
 * A parser of bytes that others have written.
 *
 * @param name for people
 * @param ordinary inputs as they usually are: the cheapest one to read is the measure of all others
 * @param words parts of inputs that mean something
 * @param hostile shapes that were costly once
 * @param part of the usual sizes that inputs have: 1, or less where a byte takes long and values are short anyway
 * @param reading reads an input
 */
record Parser(String name, List<Shape> ordinary, List<String> words, List<Shape> hostile, double part,
        Reading reading) {

    /** A parser of inputs of the usual sizes. */
    Parser(String name, List<Shape> ordinary, List<String> words, List<Shape> hostile, Reading reading) {
        this(name, ordinary, words, hostile, 1, reading);
    }

    /** Reader of an input to its end. */
    @FunctionalInterface
    interface Reading {

        /**
         * Reads.
         *
         * @throws Exception when the input is refused; anything unchecked is a fault of the parser
         */
        void read(byte[] input) throws Exception;
    }

    Parser {
        ordinary = List.copyOf(ordinary);
        words = List.copyOf(words);
        hostile = List.copyOf(hostile);
    }
}
