package io.tributary.ingest;

import java.util.LinkedHashMap;
import java.util.Map;

/** LRU cache of IDs that never change once committed. */
final class LruCache<K> {
  private final Map<K, Integer> ids;

  LruCache(int max) {
    ids =
        new LinkedHashMap<>(256, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<K, Integer> eldest) {
            return size() > max;
          }
        };
  }

  /** Returns null if unknown. */
  synchronized Integer get(K key) {
    return ids.get(key);
  }

  synchronized void putAll(Map<K, Integer> committed) {
    ids.putAll(committed);
  }
}
