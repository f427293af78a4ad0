package io.tributary.lab.catalogue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A validated file of the catalogue folder other than a lab's file. Nodes that start together store
 * it one after another, under an advisory lock; of nodes with different files the last one wins.
 *
 * @param hash hash of all text that was read
 */
public record CatalogueFile<T>(String name, String hash, T content) {
  /** Format of all catalogue files: JSON with comments and snake_case names. */
  static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(JsonParser.Feature.ALLOW_COMMENTS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final String LOCK = "select pg_advisory_xact_lock(hashtext($1))";
  private static final String IS_STORED =
      "select 1 from lab_catalogue_file where name = $1 and hash = $2";
  private static final String STORE_HASH =
      """
      insert into lab_catalogue_file (name, hash) values ($1, $2)
      on conflict (name) do update set hash = excluded.hash, loaded_at = now()
      """;

  /**
   * Reads and validates a file; empty when the file or the folder does not exist.
   *
   * @param faults returns the validation errors; empty when there are none
   * @throws IllegalStateException naming the file and its errors
   */
  public static <T> Optional<CatalogueFile<T>> read(
      String folder, String name, Class<T> type, Function<T, List<String>> faults) {
    return readText(folder, name)
        .map(
            text -> {
              T content = parse(name, text, type);
              requireValid(name, faults.apply(content));
              return new CatalogueFile<>(name, hash(text), content);
            });
  }

  /** Reads the text of a file in any format; empty when it does not exist. */
  public static Optional<String> readText(String folder, String name) {
    Path path = Path.of(folder, name);
    if (folder.isEmpty() || !Files.exists(path)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.readString(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @throws IllegalStateException if there are errors
   */
  public static void requireValid(String name, List<String> faults) {
    if (!faults.isEmpty()) {
      throw new IllegalStateException(name + ": " + String.join("; ", faults));
    }
  }

  private static <T> T parse(String name, String text, Class<T> type) {
    try {
      return MAPPER.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(name + ": " + e.getOriginalMessage(), e);
    }
  }

  private static String hash(String text) {
    return HexFormat.of().formatHex(Encryption.sha256(text));
  }

  /** Returns this file combined with content of another file. */
  public CatalogueFile<T> combinedWith(String text, T whole) {
    return new CatalogueFile<>(name, hash(hash + text), whole);
  }

  /** Stores the content in one transaction, under an advisory lock on the file's name. */
  public void store(Db db, BiConsumer<Tx, T> how) {
    db.tx(
        tx -> {
          tx.query(LOCK, name);
          how.accept(tx, content);
          return null;
        });
  }

  /** Stores the content like {@link #store}, unless it was the last content stored. */
  public void storeIfChanged(Db db, BiConsumer<Tx, T> how) {
    store(
        db,
        (tx, all) -> {
          if (tx.first(IS_STORED, name, hash).isEmpty()) {
            how.accept(tx, all);
            tx.update(STORE_HASH, name, hash);
          }
        });
  }
}
