package io.tributary.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tributary.core.Suggestions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Loads the configuration: defaults, overridden by conf files, overridden by environment variables.
 *
 * <p>The tree of defaults also defines the valid names. An unknown name is a fault, except for new
 * slugs under {@code trigger} and {@code providers}.
 */
public final class ConfigLoader {
  private static final String PREFIX = "TRIBUTARY_";
  private static final List<String> FILES = List.of("service.json", "providers.json");

  /** Variables with the TRIBUTARY_ prefix that are not service settings. */
  private static final Set<String> IGNORED_VARIABLES =
      Set.of(
          "TRIBUTARY_TEST_DB_URL",
          "TRIBUTARY_JAVA_OPTS",
          "TRIBUTARY_HEAP",
          "TRIBUTARY_START_CACHE");

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(JsonParser.Feature.ALLOW_COMMENTS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .addModule(
              new SimpleModule()
                  .addSerializer(Duration.class, new DurationCodec.Writer())
                  .addDeserializer(Duration.class, new DurationCodec.Reader())
                  .addSerializer(Path.class, new DurationCodec.PathWriter()))
          .build();

  private final List<String> faults = new ArrayList<>();

  private ConfigLoader() {}

  /**
   * Loads and validates the configuration.
   *
   * @param conf directory of the configuration files; absent files are skipped
   * @param environment usually {@code System.getenv()}
   * @throws ConfigException lists all faults
   */
  public static ServiceConfig load(Path conf, Map<String, String> environment)
      throws ConfigException {
    return new ConfigLoader().read(conf, environment);
  }

  /** Returns the tree of all settings with their defaults. */
  static ObjectNode defaults() {
    return MAPPER.valueToTree(Defaults.config());
  }

  private ServiceConfig read(Path conf, Map<String, String> environment) throws ConfigException {
    ObjectNode tree = defaults();
    for (String file : FILES) {
      Path path = conf.resolve(file);
      if (Files.exists(path)) {
        overlayFile(tree, path);
      }
    }
    overlayEnvironment(tree, environment);
    resolveAgainstConf(conf, (ObjectNode) tree.get("lab_tests"), "catalogue_dir");
    resolveAgainstConf(conf, (ObjectNode) tree.get("lab_exchange"), "connections_dir");
    resolveAgainstConf(conf, (ObjectNode) tree.get("cluster"), "members_file");
    ObjectNode good = defaults();
    tree.fields()
        .forEachRemaining(
            section -> {
              if (section.getValue().equals(good.get(section.getKey()))) {
                return; // unchanged, and the defaults are valid
              }
              ObjectNode probe = good.deepCopy();
              probe.set(section.getKey(), section.getValue());
              validateSection(section.getKey(), probe);
            });
    if (!faults.isEmpty()) {
      throw new ConfigException(new ArrayList<>(new LinkedHashSet<>(faults)));
    }
    return MAPPER.convertValue(tree, ServiceConfig.class);
  }

  /**
   * Resolves a path against the conf directory if it exists there; otherwise it stays relative to
   * the working directory.
   */
  private static void resolveAgainstConf(Path conf, ObjectNode section, String name) {
    String path = section.path(name).asText();
    if (!path.isEmpty() && Files.exists(conf.resolve(path))) {
      section.put(name, conf.resolve(path).toString());
    }
  }

  /**
   * Validates one section of the input, with the defaults for all others, so that the faults of
   * every section are found.
   */
  private void validateSection(String section, ObjectNode probe) {
    try {
      MAPPER.convertValue(probe, ServiceConfig.class);
    } catch (IllegalArgumentException e) {
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      String text = String.valueOf(cause.getMessage());
      int cut = text.indexOf("\n at [Source");
      for (String line : (cut > 0 ? text.substring(0, cut) : text).split("\n")) {
        if (!line.strip().startsWith("at [Source")) {
          faults.add(line.startsWith(section) ? line : section + ": " + line);
        }
      }
    }
  }

  private void overlayFile(ObjectNode tree, Path path) {
    try {
      JsonNode file = MAPPER.readTree(Files.readString(path));
      if (file == null || file.isMissingNode()) {
        return;
      }
      if (!(file instanceof ObjectNode object)) {
        faults.add(path + ": must contain a JSON object");
        return;
      }
      overlay(tree, object, path.getFileName().toString(), "");
    } catch (IOException e) {
      faults.add(path + ": " + firstLine(e));
    }
  }

  private static String firstLine(IOException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("unreadable");
  }

  private void overlay(ObjectNode into, ObjectNode from, String file, String path) {
    boolean open = path.equals("trigger.") || path.equals("providers.");
    from.fields()
        .forEachRemaining(
            f -> {
              String name = path + f.getKey();
              JsonNode known = into.get(f.getKey());
              if (known == null && !open) {
                faults.add(
                    file
                        + ": unknown key "
                        + name
                        + Suggestions.closest(f.getKey(), fieldNames(into))
                            .map(similar -> "; did you mean " + path + similar + "?")
                            .orElse(""));
              } else if (known instanceof ObjectNode inner
                  && f.getValue() instanceof ObjectNode given) {
                overlay(inner, given, file, name + ".");
              } else if (known != null && !isSameType(known, f.getValue())) {
                faults.add(file + ": " + name + " must be " + describeType(known));
              } else {
                into.set(f.getKey(), f.getValue());
              }
            });
  }

  private static List<String> fieldNames(ObjectNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static boolean isSameType(JsonNode known, JsonNode given) {
    return known.getNodeType() == given.getNodeType() || known.isTextual() && given.isNumber();
  }

  private static String describeType(JsonNode known) {
    return known.isObject()
        ? "an object"
        : known.isArray()
            ? "a list"
            : known.isNumber() ? "a number" : known.isBoolean() ? "true or false" : "a text";
  }

  private void overlayEnvironment(ObjectNode tree, Map<String, String> environment) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    collectVariables(tree, List.of(), names);
    environment.forEach(
        (variable, value) -> {
          if (!variable.startsWith(PREFIX) || IGNORED_VARIABLES.contains(variable)) {
            return;
          }
          List<String> path = names.get(variable);
          if (path == null) {
            faults.add(
                variable
                    + ": unknown setting"
                    + Suggestions.closest(
                            variable.substring(PREFIX.length()), withoutPrefix(names.keySet()))
                        .map(name -> "; did you mean " + PREFIX + name + "?")
                        .orElse(""));
          } else {
            applyVariable(tree, path, variable, value);
          }
        });
  }

  private static List<String> withoutPrefix(Set<String> variables) {
    return variables.stream().map(v -> v.substring(PREFIX.length())).toList();
  }

  private static void collectVariables(
      JsonNode node, List<String> path, Map<String, List<String>> names) {
    if (node instanceof ObjectNode object) {
      object
          .fields()
          .forEachRemaining(
              f -> {
                List<String> inner = new ArrayList<>(path);
                inner.add(f.getKey());
                collectVariables(f.getValue(), inner, names);
              });
    } else {
      names.put(PREFIX + String.join("_", path).toUpperCase(Locale.ROOT), path);
    }
  }

  private void applyVariable(ObjectNode tree, List<String> path, String variable, String value) {
    ObjectNode holder = tree;
    for (String part : path.subList(0, path.size() - 1)) {
      holder = (ObjectNode) holder.get(part);
    }
    String leaf = path.getLast();
    JsonNode known = holder.get(leaf);
    try {
      if (known.isIntegralNumber()) {
        holder.put(leaf, Long.parseLong(value.strip()));
      } else if (known.isNumber()) {
        holder.put(leaf, Double.parseDouble(value.strip()));
      } else if (known.isBoolean()) {
        if (!value.strip().matches("(?i)true|false|1|0|on|off|yes|no")) {
          throw new IllegalArgumentException("must be true or false");
        }
        holder.put(leaf, value.strip().matches("(?i)true|1|on|yes"));
      } else if (known instanceof ArrayNode) {
        ArrayNode list = holder.putArray(leaf);
        for (String item : value.split(",")) {
          if (!item.isBlank()) {
            list.add(TextNode.valueOf(item.strip()));
          }
        }
      } else {
        holder.put(leaf, value);
      }
    } catch (NumberFormatException e) {
      faults.add(variable + ": must be a number");
    } catch (IllegalArgumentException e) {
      faults.add(variable + ": " + e.getMessage());
    }
  }
}
