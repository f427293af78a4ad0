package io.tributary.lab.order;

import io.tributary.core.Encryption;
import io.tributary.core.Environment;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.UUID;

/**
 * Keyed hashes of the sample IDs of erased orders. They cannot be traced back to a person.
 *
 * <p>A laboratory may send results and corrections of an erased order for years. The hashes
 * identify such results, so that the erased person's name does not appear among the results under
 * review.
 */
public final class ErasedSampleIds {
  private static final String CONTEXT = "erased sample";
  // The number of an order whose acknowledgement was lost exists only in its message.
  private static final String OF_USER =
      """
      select lab_id, environment, sample_id from lab_order
       where user_id = $1 and sample_id is not null
       union
      select o.lab_id, o.environment, m.sample_id
        from lab_order o join lab_message m on m.order_id = o.id
       where o.user_id = $1 and m.direction = 'out' and m.sample_id is not null
      """;
  private static final String REMEMBER =
      "insert into erased_lab_sample (sample_id_hmac) select unnest($1::bytea[]) on conflict do"
          + " nothing";
  private static final String CONTAINS_ANY =
      "select 1 from erased_lab_sample where sample_id_hmac = any ($1::bytea[]) limit 1";

  private final Encryption secrets;

  public ErasedSampleIds(Encryption secrets) {
    this.secrets = secrets;
  }

  /**
   * Stores the hashes of a user's orders before the orders and their messages are deleted, in the
   * same transaction or later.
   */
  public void remember(Tx tx, UUID user) {
    Buffer[] marks =
        RowMapping.list(
                tx.query(OF_USER, user),
                r ->
                    keyedHash(
                        r.getString("environment"),
                        r.getInteger("lab_id"),
                        r.getString("sample_id")))
            .toArray(Buffer[]::new);
    if (marks.length > 0) {
      tx.update(REMEMBER, (Object) marks);
    }
  }

  /** Returns whether one of these numbers belongs to an erased order. */
  public boolean containsAny(Tx tx, Environment environment, int lab, Collection<String> numbers) {
    Buffer[] marks =
        numbers.stream()
            .map(n -> keyedHash(environment.wire(), lab, n.strip()))
            .toArray(Buffer[]::new);
    return marks.length > 0 && tx.first(CONTAINS_ANY, (Object) marks).isPresent();
  }

  private Buffer keyedHash(String environment, int lab, String sample) {
    String text = environment + "/" + lab + "/" + sample;
    return Buffer.buffer(secrets.mac(text.getBytes(StandardCharsets.UTF_8), CONTEXT));
  }
}
