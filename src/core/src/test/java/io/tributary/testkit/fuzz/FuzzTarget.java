package io.tributary.testkit.fuzz;

import io.tributary.core.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A parser of untrusted input, with seeds to mutate.
 *
 * @param name name for reports and selection, such as {@code recording/file}
 * @param parser returns normally or throws a declared exception; any other exception is a finding
 * @param expectedExceptions classes of the declared exceptions; subclasses do not count
 * @param json true if most inputs are mutated as JSON and stay valid JSON
 * @param seeds valid inputs
 * @param tokens tokens to insert, in addition to the common ones
 */
public record FuzzTarget(
    String name,
    FuzzedParser parser,
    Set<Class<? extends Throwable>> expectedExceptions,
    boolean json,
    List<byte[]> seeds,
    List<String> tokens) {
  /** The code under test. */
  @FunctionalInterface
  public interface FuzzedParser {
    void parse(byte[] input) throws Exception;
  }

  public FuzzTarget {
    expectedExceptions = Set.copyOf(expectedExceptions);
    seeds = List.copyOf(seeds);
    tokens = List.copyOf(tokens);
  }

  /** Creates a target for bytes; seeds and words are added afterwards. */
  public static FuzzTarget bytes(String name, FuzzedParser parser) {
    return new FuzzTarget(name, parser, Set.of(), false, List.of(), List.of());
  }

  /** Creates a target for JSON. */
  public static FuzzTarget json(String name, FuzzedParser parser) {
    return new FuzzTarget(name, parser, Set.of(), true, List.of(), List.of());
  }

  @SafeVarargs
  public final FuzzTarget expecting(Class<? extends Throwable>... classes) {
    return new FuzzTarget(name, parser, Set.of(classes), json, seeds, tokens);
  }

  public FuzzTarget seed(byte[] seed) {
    List<byte[]> all = new ArrayList<>(seeds);
    all.add(seed);
    return new FuzzTarget(name, parser, expectedExceptions, json, all, tokens);
  }

  public FuzzTarget seed(String... texts) {
    FuzzTarget out = this;
    for (String text : texts) {
      out = out.seed(text.getBytes(StandardCharsets.UTF_8));
    }
    return out;
  }

  public FuzzTarget tree(Object tree) {
    return seed(Json.bytes(tree));
  }

  public FuzzTarget words(String... more) {
    List<String> all = new ArrayList<>(tokens);
    all.addAll(List.of(more));
    return new FuzzTarget(name, parser, expectedExceptions, json, seeds, all);
  }

  /** Returns the unexpected exception that the parser threw, or null. */
  Throwable unexpectedException(byte[] input) {
    try {
      parser.parse(input);
      return null;
    } catch (Exception | StackOverflowError | OutOfMemoryError | AssertionError e) {
      return expectedExceptions.contains(e.getClass()) ? null : e;
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
