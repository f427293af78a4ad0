package io.tributary.crypto;

import com.google.crypto.tink.Aead;
import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Encrypts secrets with the data keys of their owners, and decrypts them.
 *
 * <p>Format of a ciphertext: {@code 0x02 | ID of the data key (16 bytes) | ciphertext}. The context
 * is authenticated as additional data, so that a value copied to another row cannot be decrypted.
 * Older values, which begin with {@code 0x01}, are decrypted with the installation's key.
 *
 * <p>Unwrapped data keys are cached in memory for one minute, so that an erased key is unusable on
 * every node after that time. Methods block; for virtual and platform threads.
 */
public final class Vault {
  private static final byte VERSION = 2;
  private static final int HEADER_BYTES = 17;
  private static final int MAX_CACHED = 10_000;

  /** Maximum time that an erased key stays in memory. */
  private static final long CACHE_TTL_NANOS = Duration.ofMinutes(1).toNanos();

  private static final String IN_USE =
      "select 1 where exists (select 1 from team) or exists (select 1 from installation_secret)";

  private final Db db;
  private final DataKeyRepo dataKeys;
  private final Encryption installation;
  private final Map<UUID, CachedDataKey> cache = new LinkedHashMap<>(16, 0.75f, true);

  private record CachedDataKey(Aead key, long expiresAt) {}

  private Vault(Db db, DataKeyRepo keys, Encryption installation) {
    this.db = db;
    this.dataKeys = keys;
    this.installation = installation;
  }

  /**
   * Opens the vault and creates the installation's key if there is none.
   *
   * @throws io.tributary.core.ServiceException unavailable: the database is unavailable, or its
   *     keys are wrapped by a master key that is not among the given ones
   */
  public static Vault open(Db db, MasterKeys masters) {
    DataKeyRepo keys = new DataKeyRepo(masters);
    DataKeyRepo.StoredDataKey key =
        keys.installation(db::query)
            .orElseGet(
                () ->
                    db.tx(
                        tx -> {
                          // An older database without data keys has values that were encrypted with
                          // the master key itself.
                          boolean fresh = tx.first(IN_USE).isEmpty();
                          keys.addInstallation(
                              tx::query,
                              fresh ? Encryption.randomBytes(32) : masters.currentBytes());
                          return keys.installation(tx::query).orElseThrow();
                        }));
    return new Vault(db, keys, new Encryption(keys.rawBytes(key)));
  }

  /** Returns the encryption for data of no single team, or of a team as a whole. */
  public Encryption installation() {
    return installation;
  }

  /**
   * Encrypts as part of a transaction. A data key that this creates is committed or rolled back
   * with it.
   */
  public byte[] seal(Tx tx, KeyOwner owner, String plain, String context) {
    return seal(tx::query, owner, plain, context);
  }

  public byte[] seal(KeyOwner owner, String plain, String context) {
    if (plain == null || owner instanceof KeyOwner.Installation) {
      return seal(db::query, owner, plain, context);
    }
    return db.tx(tx -> seal(tx::query, owner, plain, context));
  }

  /**
   * Decrypts within a transaction, without another connection.
   *
   * @throws IllegalStateException if the owner was erased, or the key or context differs
   */
  public String open(Tx tx, byte[] sealed, String context) {
    return open(tx::query, sealed, context);
  }

  /**
   * @throws IllegalStateException if the owner was erased, or the key or context differs
   */
  public String open(byte[] sealed, String context) {
    return open(db::query, sealed, context);
  }

  private byte[] seal(
      DataKeyRepo.StatementRunner asker, KeyOwner owner, String plain, String context) {
    if (plain == null) {
      return null;
    }
    DataKeyRepo.StoredDataKey key;
    switch (owner) {
      case KeyOwner.Installation none -> {
        return installation.seal(plain, context);
      }
      case KeyOwner.Team t -> key = dataKeys.findOrCreateForTeam(asker, t.team());
      case KeyOwner.User u -> key = dataKeys.findOrCreateForUser(asker, u.team(), u.user());
    }
    byte[] sealed =
        TinkCrypto.seal(unwrap(asker, key), plain.getBytes(StandardCharsets.UTF_8), context);
    return ByteBuffer.allocate(HEADER_BYTES + sealed.length)
        .put(VERSION)
        .putLong(key.id().getMostSignificantBits())
        .putLong(key.id().getLeastSignificantBits())
        .put(sealed)
        .array();
  }

  private String open(DataKeyRepo.StatementRunner asker, byte[] sealed, String context) {
    if (sealed == null) {
      return null;
    }
    if (sealed.length <= HEADER_BYTES || sealed[0] != VERSION) {
      return installation.openText(sealed, context);
    }
    ByteBuffer in = ByteBuffer.wrap(sealed, 1, sealed.length - 1);
    Aead key = key(asker, new UUID(in.getLong(), in.getLong()));
    byte[] rest = new byte[in.remaining()];
    in.get(rest);
    return new String(TinkCrypto.open(key, rest, context), StandardCharsets.UTF_8);
  }

  private Aead key(DataKeyRepo.StatementRunner asker, UUID id) {
    Optional<Aead> known = cached(id);
    if (known.isPresent()) {
      return known.get();
    }
    return unwrap(
        asker,
        dataKeys
            .find(asker, id)
            .orElseThrow(() -> new IllegalStateException("the data key of a secret was erased")));
  }

  private Aead unwrap(DataKeyRepo.StatementRunner asker, DataKeyRepo.StoredDataKey stored) {
    Optional<Aead> known = cached(stored.id());
    if (known.isPresent()) {
      return known.get();
    }
    Aead key = dataKeys.unwrap(asker, stored);
    synchronized (cache) {
      cache.put(stored.id(), new CachedDataKey(key, System.nanoTime() + CACHE_TTL_NANOS));
      while (cache.size() > MAX_CACHED) {
        cache.remove(cache.keySet().iterator().next());
      }
    }
    return key;
  }

  private Optional<Aead> cached(UUID id) {
    synchronized (cache) {
      CachedDataKey hit = cache.get(id);
      if (hit == null) {
        return Optional.empty();
      }
      if (hit.expiresAt() - System.nanoTime() < 0) {
        cache.remove(id);
        return Optional.empty();
      }
      return Optional.of(hit.key());
    }
  }
}
