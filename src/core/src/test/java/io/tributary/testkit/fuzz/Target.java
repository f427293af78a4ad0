package io.tributary.testkit.fuzz;

import io.tributary.core.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A parser of what comes from outside, and what to damage for it.
 *
 * @param name as the campaign names it, such as {@code recording/file}
 * @param parser gives a value or a refusal of its own; anything else that it throws is a finding
 * @param refusals the classes of those refusals, exactly: a subclass is something else
 * @param json whether inputs are damaged as JSON, most of them so that they stay JSON
 * @param seeds what is good
 * @param words what may be put into an input, beside what all have in common
 */
public record Target(
    String name,
    Parser parser,
    Set<Class<? extends Throwable>> refusals,
    boolean json,
    List<byte[]> seeds,
    List<String> words) {
  /** What is tried. */
  @FunctionalInterface
  public interface Parser {
    void parse(byte[] input) throws Exception;
  }

  public Target {
    refusals = Set.copyOf(refusals);
    seeds = List.copyOf(seeds);
    words = List.copyOf(words);
  }

  /** Of bytes; seeds and words are added. */
  public static Target bytes(String name, Parser parser) {
    return new Target(name, parser, Set.of(), false, List.of(), List.of());
  }

  /** Of JSON. */
  public static Target json(String name, Parser parser) {
    return new Target(name, parser, Set.of(), true, List.of(), List.of());
  }

  @SafeVarargs
  public final Target refusing(Class<? extends Throwable>... classes) {
    return new Target(name, parser, Set.of(classes), json, seeds, words);
  }

  public Target seed(byte[] seed) {
    List<byte[]> all = new ArrayList<>(seeds);
    all.add(seed);
    return new Target(name, parser, refusals, json, all, words);
  }

  public Target seed(String... texts) {
    Target out = this;
    for (String text : texts) {
      out = out.seed(text.getBytes(StandardCharsets.UTF_8));
    }
    return out;
  }

  public Target tree(Object tree) {
    return seed(Json.bytes(tree));
  }

  public Target words(String... more) {
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of(more));
    return new Target(name, parser, refusals, json, seeds, all);
  }

  /** What the parser threw that is no refusal; null when all is well. */
  Throwable fault(byte[] input) {
    try {
      parser.parse(input);
      return null;
    } catch (Exception | StackOverflowError | OutOfMemoryError | AssertionError e) {
      return refusals.contains(e.getClass()) ? null : e;
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
