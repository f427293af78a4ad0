package io.tributary.db;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseAddressTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "postgresql://user:secret@db.example/tributary db.example:5432/tributary",
        "postgresql://user:secret@db:6432/tributary?sslmode=require db:6432/tributary",
        "postgresql://user:secret@a:1,b:2/tributary a:1,b:2/tributary",
        "postgresql://db/tributary?user=user&password=secret db:5432/tributary",
      })
  void theAddressOmitsTheCredentials(String url, String address) {
    assertEquals(address, DatabaseAddress.of(url));
  }
}
