-- Charges up to a count of requests by GCRA, each to all of its states or to none.
--
-- KEYS  the states
-- ARGV  the count; then for each state its limit's interval, span and greatest debt
-- Returns one text, which costs the client least: how many requests were admitted, the server's time, and
-- the theoretical arrival time (TAT) of each state.
--
-- A time is a pair, whole seconds and the picoseconds below one, since a Lua number has only 53 bits.
-- As a text it is the seconds with twelve decimals.

local SECOND_PS = 1000000000000

local function pair(text)
  local seconds, ps = string.match(text, '^(%d+)%.(%d+)$')
  return {tonumber(seconds), tonumber(ps)}
end

-- string.format, since tostring would round to 14 digits.
local function text(time)
  return string.format('%.0f.%012.0f', time[1], time[2])
end

local function plus(a, b)
  local seconds, ps = a[1] + b[1], a[2] + b[2]
  if ps >= SECOND_PS then
    return {seconds + 1, ps - SECOND_PS}
  end
  return {seconds, ps}
end

local function later(a, b)
  if a[1] ~= b[1] then
    return a[1] > b[1]
  end
  return a[2] > b[2]
end

local clock = redis.call('TIME')
local now = {tonumber(clock[1]), tonumber(clock[2]) * 1000000}

local tats, intervals, ends = {}, {}, {}
for i, key in ipairs(KEYS) do
  intervals[i] = pair(ARGV[3 * i - 1])
  ends[i] = plus(now, pair(ARGV[3 * i]))
  local stored = redis.call('GET', key)
  tats[i] = stored and pair(stored) or now
  if later(now, tats[i]) then
    tats[i] = now
  elseif later(tats[i], ends[i]) then
    local last = plus(now, pair(ARGV[3 * i + 1]))
    if later(tats[i], last) then
      tats[i] = last
    end
  end
end

-- Returns the TATs after one more request, or nil if a limit refuses it.
local function charge()
  local after = {}
  for i in ipairs(KEYS) do
    after[i] = plus(tats[i], intervals[i])
    if later(after[i], ends[i]) then
      return nil
    end
  end
  return after
end

local admitted = 0
while admitted < tonumber(ARGV[1]) do
  local after = charge()
  if not after then
    break
  end
  tats = after
  admitted = admitted + 1
end

local reply = {string.format('%.0f', admitted), text(now)}
for i, key in ipairs(KEYS) do
  local tat = tats[i]
  if later(tat, now) then
    local ms = (tat[1] - now[1]) * 1000 + math.ceil((tat[2] - now[2]) / 1000000000)
    redis.call('SET', key, text(tat), 'PX', string.format('%.0f', ms))
  end
  reply[i + 2] = text(tat)
end
return table.concat(reply, ' ')
