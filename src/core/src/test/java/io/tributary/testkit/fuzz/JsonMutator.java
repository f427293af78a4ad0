package io.tributary.testkit.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tributary.core.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Mutates the values and structure of a JSON document so that it stays valid JSON. */
final class JsonMutator {
  private static final int MAX_STEPS = 4;
  private static final long[] INTEGERS = {
    0,
    1,
    -1,
    24,
    60,
    1000,
    86_400,
    Integer.MAX_VALUE,
    1L << 31,
    1L << 53,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    1_772_406_000L
  };
  private static final double[] EXTREME_DOUBLES = {
    0.5, -0.5, 1e-320, 1e308, -1e308, 1e19, 99.999999
  };

  private final RandomGenerator random;
  private final List<String> commonTokens;

  JsonMutator(RandomGenerator random, List<String> common) {
    this.random = random;
    this.commonTokens = common;
  }

  byte[] mutate(byte[] seed, FuzzTarget target) {
    JsonNode tree = Json.parse(seed);
    int steps = 1 + random.nextInt(MAX_STEPS);
    for (int i = 0; i < steps; i++) {
      tree = step(tree, target);
    }
    return Json.bytes(tree);
  }

  private JsonNode step(JsonNode tree, FuzzTarget target) {
    List<ContainerNode<?>> places = new ArrayList<>();
    collect(tree, places);
    if (places.isEmpty() || random.nextInt(60) == 0) {
      return value(tree, target);
    }
    switch (places.get(random.nextInt(places.size()))) {
      case ObjectNode object -> mutateMember(object, tree, target);
      case ArrayNode array -> mutateMember(array, tree, target);
      default -> throw new IllegalStateException("JSON has two kinds of containers");
    }
    return tree;
  }

  private static void collect(JsonNode node, List<ContainerNode<?>> into) {
    if (node instanceof ContainerNode<?> c && !c.isEmpty()) {
      into.add(c);
      c.forEach(n -> collect(n, into));
    }
  }

  private void mutateMember(ObjectNode object, JsonNode tree, FuzzTarget target) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    String name = names.get(random.nextInt(names.size()));
    switch (random.nextInt(6)) {
      case 0 -> object.remove(name);
      case 1 -> object.set(names.get(random.nextInt(names.size())), object.get(name).deepCopy());
      case 2 -> object.set(name, Json.array().add(object.get(name).deepCopy()));
      default -> object.set(name, value(object.get(name), target));
    }
  }

  private void mutateMember(ArrayNode array, JsonNode tree, FuzzTarget target) {
    int at = random.nextInt(array.size());
    switch (random.nextInt(6)) {
      case 0 -> array.remove(at);
      case 1 -> array.insert(random.nextInt(array.size()), array.get(at).deepCopy());
      case 2 -> array.insert(at, NullNode.getInstance());
      case 3 -> array.removeAll();
      default -> array.set(at, value(array.get(at), target));
    }
  }

  private JsonNode value(JsonNode old, FuzzTarget target) {
    return switch (random.nextInt(12)) {
      case 0 -> NullNode.getInstance();
      case 1 -> BooleanNode.valueOf(random.nextBoolean());
      case 2, 3 -> LongNode.valueOf(INTEGERS[random.nextInt(INTEGERS.length)]);
      case 4 -> DoubleNode.valueOf(EXTREME_DOUBLES[random.nextInt(EXTREME_DOUBLES.length)]);
      case 5 -> DecimalNode.valueOf(new BigDecimal("1e" + (random.nextBoolean() ? 400 : -400)));
      case 6 -> random.nextBoolean() ? Json.object() : Json.array();
      case 7 -> TextNode.valueOf("x".repeat(1 << random.nextInt(14)));
      case 8 -> similar(old);
      default -> TextNode.valueOf(token(target));
    };
  }

  /** Returns a similar value: a multiple of the number, or a prefix of the text. */
  private JsonNode similar(JsonNode old) {
    if (old.isNumber()) {
      double d = old.doubleValue() * (random.nextInt(5) - 2);
      return old.isIntegralNumber() ? LongNode.valueOf((long) d) : DoubleNode.valueOf(d);
    }
    String text = old.asText();
    return TextNode.valueOf(
        text.isEmpty() ? " " : text.substring(0, random.nextInt(text.length())) + token(null));
  }

  private String token(FuzzTarget target) {
    int own = target == null ? 0 : 2 * target.tokens().size();
    int n = random.nextInt(commonTokens.size() + own);
    return n < commonTokens.size()
        ? commonTokens.get(n)
        : target.tokens().get((n - commonTokens.size()) % target.tokens().size());
  }
}
