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
 * A file that stands beside those of the labs, read and checked. Whoever starts beside us waits: of
 * nodes with different files the last one wins whole.
 *
 * @param hash of all that was read
 */
public record CatalogueFile<T>(String name, String hash, T content) {
  /** How all files of the catalogue are written: JSON with comments, names with underscores. */
  static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(JsonParser.Feature.ALLOW_COMMENTS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final String TURN = "select pg_advisory_xact_lock(hashtext($1))";
  private static final String KNOWN =
      "select 1 from lab_catalogue_file where name = $1 and hash = $2";
  private static final String REMEMBER =
      """
      insert into lab_catalogue_file (name, hash) values ($1, $2)
      on conflict (name) do update set hash = excluded.hash, loaded_at = now()
      """;

  /**
   * Empty when there is no such file, or no folder.
   *
   * @param faults what is wrong with it; empty when nothing is
   * @throws IllegalStateException naming the file and its faults
   */
  public static <T> Optional<CatalogueFile<T>> read(
      String folder, String name, Class<T> type, Function<T, List<String>> faults) {
    return text(folder, name)
        .map(
            text -> {
              T content = parsed(name, text, type);
              check(name, faults.apply(content));
              return new CatalogueFile<>(name, hash(text), content);
            });
  }

  /** The text of a file of any form; empty when there is none. */
  public static Optional<String> text(String folder, String name) {
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
   * @throws IllegalStateException if there are faults
   */
  public static void check(String name, List<String> faults) {
    if (!faults.isEmpty()) {
      throw new IllegalStateException(name + ": " + String.join("; ", faults));
    }
  }

  private static <T> T parsed(String name, String text, Class<T> type) {
    try {
      return MAPPER.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(name + ": " + e.getOriginalMessage(), e);
    }
  }

  private static String hash(String text) {
    return HexFormat.of().formatHex(Encryption.sha256(text));
  }

  /** The same with what another file adds to it. */
  public CatalogueFile<T> with(String text, T whole) {
    return new CatalogueFile<>(name, hash(hash + text), whole);
  }

  /** Stores it, alone and in one transaction. */
  public void store(Db db, BiConsumer<Tx, T> how) {
    db.tx(
        tx -> {
          tx.query(TURN, name);
          how.accept(tx, content);
          return null;
        });
  }

  /** The same unless it is what was stored last. */
  public void storeOnce(Db db, BiConsumer<Tx, T> how) {
    store(
        db,
        (tx, all) -> {
          if (tx.first(KNOWN, name, hash).isEmpty()) {
            how.accept(tx, all);
            tx.update(REMEMBER, name, hash);
          }
        });
  }
}
